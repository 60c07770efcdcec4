import type { Kinds } from '../proof';

export const quality: Kinds = {};
