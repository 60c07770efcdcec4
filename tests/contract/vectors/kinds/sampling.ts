import type { Kinds } from '../proof';

export const sampling: Kinds = {};
