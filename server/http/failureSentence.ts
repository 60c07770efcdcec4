import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import { JobProblem } from '@server/base/jobProblem';
import { Refusal } from './errors';

/** Returns the code of an error. Drizzle wraps the driver's error. */
function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code)) return code;
  }
  return undefined;
}

/**
 * Returns a safe description of a failure: a message of this program, or a code. A driver's message contains values
 * and addresses; it is only logged.
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof JobProblem || error instanceof Refusal) return error.message;
  const code = codeOf(error);
  if (!code) return jobTexts.programFault;
  return /^[0-9A-Z]{5}$/.test(code) ? jobTexts.databaseFault(code) : jobTexts.systemFault(code);
}
