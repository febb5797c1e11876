import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Their files test every screen or every endpoint, so small files take long. */
const LONG_FOLDERS = ['/tests/app/', '/tests/contract/'];

/**
 * Without results of an earlier run, Vitest begins with the largest files. A small file that takes minutes would then begin among the last, and run
 * alone at the end.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ofProjects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...ofProjects.values()].flatMap((some) => [
      ...some.filter(isLong),
      ...some.filter((file) => !isLong(file)),
    ]);
  }
}

const isLong = ({ moduleId }: TestSpecification) => LONG_FOLDERS.some((folder) => moduleId.includes(folder));
