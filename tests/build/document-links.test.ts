import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern, { cwd: ROOT }));

const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8').replace(/^```.*?^```/gms, '');

/** The anchors of a page, as GitHub makes them: in small letters, hyphens for spaces, without other signs. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The links of a page to files of the repository. */
const linksOf = (page: string) =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter((link) => !/^[a-z]+:/.test(link));

const leadsNowhere = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const file = path ? join(ROOT, dirname(page), path) : join(ROOT, page);
  if (!existsSync(file)) return true;
  return anchor !== undefined && file.endsWith('.md') && !anchorsOf(relative(ROOT, file)).includes(anchor);
};

describe('the links of the documents', () => {
  it('are found', () => {
    expect(PAGES.length).toBeGreaterThan(50);
    expect(PAGES.flatMap(linksOf).length).toBeGreaterThan(100);
  });

  it('lead to files and headings that exist', () => {
    const broken = PAGES.flatMap((page) =>
      linksOf(page)
        .filter((link) => leadsNowhere(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});
