import { Failure } from './callFailures';

/**
 * Returns whether a request succeeded. Its failure has been shown already. Any other error is a programming error and
 * is rethrown.
 */
export async function succeeded(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
