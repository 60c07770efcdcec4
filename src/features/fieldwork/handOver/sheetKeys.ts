import { handOver } from '@contract/features/fieldwork/entities/handOver';

/** Query keys of a project's sheets, with one prefix, so that a change reloads all of them. */
export const sheetsKey = (projectId: number) => ['list', handOver.path, 'ofProject', projectId] as const;
export const sheetKey = (id: number) => ['list', handOver.path, 'sheet', id] as const;
export const allSheets = ['list', handOver.path] as const;
