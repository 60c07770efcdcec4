import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileOutcome } from './runTests';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Reports each test file as soon as it ends, so that a later crash loses nothing. */
export default class implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const failed = [...module.children.allTests('failed')][0];
    const result = failed?.result();
    const error = result?.state === 'failed' ? result.errors[0]?.message : module.errors()[0]?.message;
    const outcome: FileOutcome = {
      passed: module.state() === 'passed',
      took: module.diagnostic().duration,
      said: `${failed?.name ?? ''}: ${(error ?? '').split('\n')[0]}`.slice(0, 200),
    };
    appendFileSync(
      process.env['MUTANTS_REPORT'] ?? '',
      `${JSON.stringify([relative(root, module.moduleId).replaceAll('\\', '/'), outcome])}\n`,
    );
  }
}
