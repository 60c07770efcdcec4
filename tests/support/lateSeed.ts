import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the test of the seed last: another project fills its directory, which is then ready. */
export class LateSeed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const late = sorted.filter(({ moduleId }) => moduleId.endsWith('/tests/server/seed.test.ts'));
    return [...sorted.filter((file) => !late.includes(file)), ...late];
  }
}
