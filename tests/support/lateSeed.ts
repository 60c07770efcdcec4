import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the tests of the demonstration last: another project fills their directory, which is then ready. */
export class LateSeed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const late = sorted.filter(({ moduleId }) => readFileSync(moduleId, 'utf8').includes("/support/filledDirectory'"));
    return [...sorted.filter((file) => !late.includes(file)), ...late];
  }
}
