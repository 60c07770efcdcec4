import { nonconformity } from './nonconformity';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const nonconformitiesEntities = [nonconformity] as const;
