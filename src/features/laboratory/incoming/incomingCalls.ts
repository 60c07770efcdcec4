import { acceptAnswer } from '@/api/acceptAnswer';
import { type Failure, failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { crud } from '@/api/crudClient';
import type { AnyRow } from '@contract/entity';
import { incomingSample } from '@contract/features/laboratory/entities/incomingSample';
import type { IncomingWork } from '@contract/features/laboratory/incoming/incomingWorkWire';
import type { Answer } from '@contract/wire';
import { maxRowsTogether } from '@contract/workbook/saveMany';
import { statementCode } from '@contract/workflow/signatureTexts';
import type { SeenRow } from '@contract/workflow/workflowWire';

export const incomingKey = ['list', incomingSample.path] as const;

/** State of a request, to distinguish "not loaded" from "none". */
export interface RequestState {
  readonly loading: boolean;
  readonly error: string | undefined;
}

export const requestStateOf = ({
  isPending,
  error,
}: {
  readonly isPending: boolean;
  readonly error: Error | null;
}): RequestState => ({ loading: isPending, error: error ? failureOf(error).pageText : undefined });

export async function fetchWork(projectId: number, signal?: AbortSignal): Promise<IncomingWork> {
  return (await client.get<IncomingWork>(`${incomingSample.path}/work/${projectId}`, { signal, quiet: true })).data;
}

/** Returns a project's incoming samples of the given states, in the order of registration. */
export async function fetchRows(projectId: number, states: readonly string[], signal?: AbortSignal): Promise<AnyRow[]> {
  const { content } = await crud(incomingSample).list(
    { project: projectId, state: [...states], page: 0, size: maxRowsTogether, sort: 'rowSort,asc' },
    signal,
  );
  return content as unknown as AnyRow[];
}

type IncomingAction = 'receive' | 'refuse' | 'takeBack';

/** Performs an action. Returns the server's message and, after a reception, the new samples. */
export async function actOnIncoming(
  action: IncomingAction,
  body: {
    readonly project: number;
    /** Rows with their displayed versions. */
    readonly rows: readonly SeenRow[];
    readonly reason?: string;
    readonly password?: string;
  },
): Promise<{ message: string; samples: readonly number[] }> {
  // The dialog shows a wrong password and a statement that must be accepted first.
  const isShownInDialog = ({ errors, code }: Failure): boolean =>
    code === statementCode || Boolean(errors?.some(({ field }) => field === 'password'));
  const { data } = await client.put<Answer<{ samples?: number[] }>>(`${incomingSample.path}/${action}`, body, {
    once: true,
    quiet: isShownInDialog,
  });
  acceptAnswer(data);
  return { message: data.message, samples: data.body?.samples ?? [] };
}
