import type { Row } from '@contract/entity';
import type { submission } from './entities/submission';
import type { SectionName } from './platformPayload';
import { type Finding, namesInSentence } from './pushFindings';

/** Sections of a submission: all except the files. */
export const submissionSections = [
  'org',
  'project',
  'employer',
  'points',
  'results',
  'summary',
] as const satisfies readonly SectionName[];

/** Answer of `GET api/occupationalHealthReport/project/:id`. */
export interface SubmissionView {
  readonly project: { readonly id: number; readonly code: string; readonly unitName: string };
  readonly report: { readonly id: number; readonly reportNo: string; readonly issuedOn: string | null } | null;
  /** Reason why nothing can be submitted. */
  readonly blocked: string | null;
  readonly findings: readonly Finding[];
  /** Submission of the report; null before the first submission. */
  readonly submission: (Row<typeof submission> & { readonly submittedByName?: string | null }) | null;
}

export const submissionTexts = {
  submitted: '报送成功',
  already: (no: string) => `报告${no}已报送，不能重复报送；需要更改时请先撤回报送`,
  complete: '资料完整，可以报送',
  incomplete: (count: number) => `还缺${count}项，补充后才能报送`,
  refused: (fields: readonly string[]) => `资料不完整，不能报送，请补全：${namesInSentence(fields)}`,
  notIssued: '没有已签发的报告，不能报送；请先签发报告',
  channelMissing: '请选择报送方式',
} as const;
