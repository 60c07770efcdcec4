import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { withShownVersions, crud, type DistributePayload } from '@/api/crudClient';
import { download, downloadName } from '@/api/download';
import type { Row } from '@contract/entity';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { labTask } from '@contract/features/laboratory/entities/labTask';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import type {
  AnalystCandidate,
  MeasuringMethod,
  TaskPile,
  TaskSeen,
} from '@contract/features/laboratory/tasks/labTasks';
import type { Answer } from '@contract/wire';

const { path } = labTask;

/** Prefix of all task queries, because changes of one affect the others. */
export const tasksKey = ['labTasks'] as const;

export interface TaskFilter {
  readonly project?: number;
  readonly hazard?: number;
  /** Ids of methods, separated by commas; 0 for tasks without a method. */
  readonly method?: number | string;
  readonly mine?: '1';
  readonly state?: string;
  readonly ids?: string;
}

export const fetchPiles = async (filter: TaskFilter, signal?: AbortSignal): Promise<TaskPile[]> =>
  (await client.get<TaskPile[]>(`${path}/piles`, { params: filter, signal, quiet: true })).data;
export const fetchTasks = async (filter: TaskFilter, signal?: AbortSignal): Promise<TaskSeen[]> =>
  (await client.get<TaskSeen[]>(`${path}/tasks`, { params: filter, signal, quiet: true })).data;
/** Downloads the tasks of a filter with these columns, in their order. */
export const exportTasks = (filter: TaskFilter, columns: readonly string[], format: 'xlsx' | 'txt'): Promise<void> =>
  download(
    `${path}/tasks/export`,
    { ...filter, columns: columns.join(','), ...(format === 'xlsx' ? {} : { format }) },
    downloadName(labTask.label, format),
    { list: true },
  );
/** Fetches tasks by their ids in several requests, because a URL can contain only a limited number of ids. */
export async function fetchTasksOfIds(ids: readonly number[], signal?: AbortSignal): Promise<TaskSeen[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / 500) }, (_, index) =>
    ids.slice(index * 500, index * 500 + 500),
  );
  return (await Promise.all(parts.map((part) => fetchTasks({ ids: part.join(',') }, signal)))).flat();
}

export const fetchMethodsFor = async (hazardId: number, signal?: AbortSignal): Promise<MeasuringMethod[]> =>
  (await client.get<MeasuringMethod[]>(`${path}/methods/${hazardId}`, { signal, quiet: true })).data;
/** Returns the people authorised for all methods today. */
export const fetchAble = async (methodIds: readonly number[], signal?: AbortSignal): Promise<AnalystCandidate[]> =>
  (
    await client.get<AnalystCandidate[]>(`${methodAuthorisation.path}/able`, {
      params: { methods: methodIds.join(',') },
      signal,
      quiet: true,
    })
  ).data;

async function sendTaskAction(action: string, body: object): Promise<string> {
  const { data } = await client.put<Answer>(`${path}/${action}`, body);
  acceptAnswer(data);
  return data.message;
}

// Each returns the server's message.
export const distributeTasks = (payload: DistributePayload, idempotencyKey: string): Promise<string> =>
  crud(labTask).distribute(payload, { idempotencyKey });
export const giveBackTasks = (tasks: readonly TaskSeen[], reason: string): Promise<string> =>
  sendTaskAction('giveBack', { rows: withShownVersions(tasks), reason });
export const arrangeTasks = (
  tasks: readonly TaskSeen[],
  changes: { readonly method?: number; readonly dueOn?: string | null },
): Promise<string> => sendTaskAction('arrange', { rows: withShownVersions(tasks), ...changes });

interface StartedSheet {
  readonly row: Row<typeof labSheet>;
  readonly message: string;
}

async function start(action: 'start' | 'startTogether', taskIds: readonly number[]): Promise<StartedSheet> {
  const { data } = await client.post<Answer<Row<typeof labSheet>>>(
    `${labSheet.path}/${action}`,
    { tasks: taskIds },
    { once: true },
  );
  return { row: acceptAnswer<Row<typeof labSheet>>(data) as Row<typeof labSheet>, message: data.message };
}

/** Creates a record from these tasks, which have one project, hazard and method. */
export const startRecord = (taskIds: readonly number[]): Promise<StartedSheet> => start('start', taskIds);
/** Creates a record of each hazard from one project's tasks, and one original record of them. Returns the first. */
export const startTogether = (taskIds: readonly number[]): Promise<StartedSheet> => start('startTogether', taskIds);
