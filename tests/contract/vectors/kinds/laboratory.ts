import type { Kinds } from '../proof';

export const laboratory: Kinds = {};
