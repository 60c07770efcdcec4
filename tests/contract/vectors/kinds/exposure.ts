import type { Kinds } from '../proof';

export const exposure: Kinds = {};
