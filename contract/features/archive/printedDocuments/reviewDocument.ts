import type { Row } from '@contract/entity';
import { contractReview, reviewQuestions } from '@contract/features/projects/entities/contractReview';
import { dayOf, labelIn, projectPaper, type PaperHead, projectFacts, textOrEmpty } from '@contract/print/paperHead';
import type { PrintDocument } from '@contract/print/printDocument';
import { archiveTexts } from '../archiveTexts';

export interface ReviewPaper {
  readonly head: PaperHead;
  readonly review: Row<typeof contractReview>;
  readonly contract: {
    readonly contractNo: string | null;
    readonly contractOn: string | null;
    readonly workScope: string | null;
  };
  /** Person who approved the contract review, and the day of approval. */
  readonly passed: { readonly name: string; readonly on: string } | null;
}

/** Builds 合同评审记录 (RB/T 214 4.5.4): the questions asked before the order was accepted, and the answers. */
export function reviewDocument({ head, review, contract, passed }: ReviewPaper): PrintDocument {
  return projectPaper(head, {
    title: archiveTexts.titles.review,
    no: head.project.code,
    blocks: [
      {
        kind: 'facts',
        label: '项目',
        pairs: 3,
        facts: [
          ...projectFacts(head),
          { label: '委托单位', value: head.project.customerName ?? '', wide: true },
          { label: '合同编号', value: textOrEmpty(contract.contractNo) },
          { label: '签订日期', value: textOrEmpty(contract.contractOn) },
          { label: '检测范围', value: textOrEmpty(contract.workScope), wide: true },
        ],
      },
      {
        kind: 'table',
        title: '评审内容',
        columns: [
          { heading: '序号', align: 'center' },
          { heading: '评审内容', least: 60 },
          { heading: '结论', align: 'center', least: 24 },
        ],
        rows: reviewQuestions.map((question, index) => [
          String(index + 1),
          contractReview.fields[question].label,
          labelIn('reviewAnswer', review[question]),
        ]),
      },
      {
        kind: 'facts',
        label: '结论',
        pairs: 1,
        facts: [
          ...(review.subcontractor
            ? [{ label: contractReview.fields.subcontractor.label, value: review.subcontractor, wide: true }]
            : []),
          { label: contractReview.fields.conclusion.label, value: review.conclusion, wide: true },
          { label: contractReview.fields.opinion.label, value: textOrEmpty(review.opinion), wide: true },
        ],
      },
    ],
    signers: [
      {
        label: '评审人',
        name: textOrEmpty((review as { readonly reviewerName?: string | null }).reviewerName),
        on: dayOf(review.reviewedAt),
      },
      { label: '批准人', name: passed?.name ?? '', on: passed?.on ?? '' },
    ],
  });
}
