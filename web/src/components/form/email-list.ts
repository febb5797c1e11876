/** The addresses in what was typed or pasted: parted by spaces, commas or semicolons; `Name <a@b.c>` gives `a@b.c`. */
export function splitEmails(typed: string): string[] {
  return typed.split(/[,;\n]/).flatMap((part) => {
    const bracketed = /<([^<>\s]+@[^<>\s]+)>/.exec(part)?.[1];
    return bracketed ?? part.split(/\s+/).filter(Boolean);
  });
}

/** `list` with the typed addresses added, each once whatever its case. */
export function addEmails(list: readonly string[], typed: string): string[] {
  const result = [...list];
  for (const email of splitEmails(typed)) {
    if (!result.some((known) => known.toLowerCase() === email.toLowerCase())) result.push(email);
  }
  return result;
}

/** Whether a text has the shape of an address: something, an at sign, a domain with a dot. */
export const looksLikeEmail = (text: string) => /^[^\s@<>]+@[^\s@<>.]+(\.[^\s@<>.]+)+$/.test(text);
