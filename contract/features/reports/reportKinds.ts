import type { fixedDictionaries } from '@contract/dictionaries';

export type ReportKind = (typeof fixedDictionaries.reportKind)[number]['value'];

/**
 * Returns the kind of a project's report. Incoming samples are never assessed as a workplace; a commissioned test only
 * on request.
 */
export const kindOfProject = ({
  incoming,
  type,
}: {
  readonly incoming: boolean | null;
  readonly type: string | null;
}): ReportKind => (incoming ? 'incoming' : type === 'WT' ? 'commissioned' : 'periodic');
