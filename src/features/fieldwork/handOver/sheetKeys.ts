import { handOver } from '@contract/features/fieldwork/entities/handOver';

/** Where the answers of a project's sheets are kept; one prefix, so that a change asks for all of them anew. */
export const sheetsKey = (project: number) => ['list', handOver.path, 'ofProject', project] as const;
export const sheetKey = (id: number) => ['list', handOver.path, 'sheet', id] as const;
export const allSheets = ['list', handOver.path] as const;
