import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import type { RunCurves, RunRaw, RunRead } from '@contract/features/laboratory/runs/runWire';
import type { Answer } from '@contract/wire';

/** Reads a run's file; returns every line with its target. */
export const readRun = async (id: number, signal: AbortSignal): Promise<RunRead> =>
  (await client.get<RunRead>(`${labRun.path}/read/${id}`, { signal, quiet: true })).data;

/**
 * Writes a run's readings into all records, or takes them back. Returns the server's counts.
 * @param assigned row and reading (`row|reading`) of waiting lines by their index
 */
export async function moveRun(
  step: 'write' | 'undo',
  id: number,
  assigned: ReadonlyMap<number, string>,
): Promise<string> {
  const choices = [...assigned].map(([index, to]) => {
    const [row = '', reading = ''] = to.split('|');
    return { at: index, row: Number(row), reading };
  });
  const body = step === 'write' ? { id, choices } : { id };
  const { data } = await client.post<Answer>(`${labRun.path}/${step}`, body, { once: true });
  acceptAnswer(data);
  return data.message;
}

/** Assigns tasks to runs and starts their records. Returns the server's message. */
export async function proposeRuns(taskIds: readonly number[]): Promise<string> {
  const { data } = await client.post<Answer>(`${labRun.path}/propose`, { tasks: taskIds }, { once: true });
  acceptAnswer(data);
  return data.message;
}

/** Returns the curves from the standards of a run. */
export const readRunCurves = async (id: number, signal: AbortSignal): Promise<RunCurves> =>
  (await client.get<RunCurves>(`${labRun.path}/curves/${id}`, { signal, quiet: true })).data;

/** Creates the draft of one component's curve. Returns the server's message. */
export async function acceptRunCurve(id: number, methodId: number, hazardId: number): Promise<string> {
  const { data } = await client.post<Answer>(
    `${labRun.path}/curve`,
    { id, method: methodId, hazard: hazardId },
    { once: true },
  );
  acceptAnswer(data);
  return data.message;
}

/** Returns the first rows of a run's file that no profile matches. */
export const readRunRaw = async (id: number, signal: AbortSignal): Promise<RunRaw> =>
  (await client.get<RunRaw>(`${labRun.path}/raw/${id}`, { signal, quiet: true })).data;

/**
 * Changes all records of a run. `heads` writes day, instrument, environment and approved curves of the run into their
 * heads, `together` makes one original record of each project's records. Returns the server's message.
 */
export async function changeRecords(step: 'heads' | 'together', id: number): Promise<string> {
  const { data } = await client.post<Answer>(`${labRun.path}/${step}`, { id }, { once: true });
  acceptAnswer(data);
  return data.message;
}

export interface InstrumentToken {
  readonly token: string;
  /** Number of the instrument. */
  readonly instrument: string;
}

/** Creates the token of an instrument's gateway. The server shows it only once. */
export async function makeInstrumentToken(instrumentId: number): Promise<InstrumentToken> {
  const { data } = await client.post<Answer<InstrumentToken>>(`${labRun.path}/token`, { instrument: instrumentId });
  return acceptAnswer<InstrumentToken>(data) as InstrumentToken;
}
