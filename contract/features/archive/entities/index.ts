import { archiveFile } from './archiveFile';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const archiveEntities = [archiveFile] as const;
