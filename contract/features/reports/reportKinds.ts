import type { fixedDictionaries } from '@contract/dictionaries';

export type ReportKind = (typeof fixedDictionaries.reportKind)[number]['value'];

/**
 * What a project's report is: what a client brought is never assessed as a workplace; an order is assessed where
 * somebody asks for it.
 */
export const kindOfProject = ({
  incoming,
  type,
}: {
  readonly incoming: boolean | null;
  readonly type: string | null;
}): ReportKind => (incoming ? 'incoming' : type === 'WT' ? 'commissioned' : 'periodic');
