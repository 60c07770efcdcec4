import { Failure } from './failures';

/**
 * Whether a call went well. Its failure has been told; what is no failure of a call is a fault of ours and stays loud.
 */
export async function went(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
