import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Another project fills the directory that the test of the seed reads: last, it finds it filled and waits for nobody.
 */
export class LateSeed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const late = sorted.filter(({ moduleId }) => moduleId.endsWith('/tests/server/seed.test.ts'));
    return [...sorted.filter((file) => !late.includes(file)), ...late];
  }
}
