import type { Kinds } from '../proof';

export const physical: Kinds = {};
