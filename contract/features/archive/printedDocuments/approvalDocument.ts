import { labelIn, projectPaper, type PaperHead, projectFacts } from '@contract/print/paperHead';
import type { Picture, PrintDocument } from '@contract/print/printDocument';
import { signedBy } from '@contract/print/signedBy';
import { signatureStates } from '@contract/workflow/signatureTexts';
import type { TimelineStep } from '@contract/workflow/workflowWire';
import { archiveTexts } from '../archiveTexts';

interface ApprovalPaper {
  readonly head: PaperHead;
  readonly kind: string;
  readonly about: string;
  readonly state: string;
  readonly steps: readonly TimelineStep[];
  readonly specimens: Readonly<Record<string, Picture>>;
}

const signerPlaces = [
  ['提交人', ['submit']],
  ['一审', ['passFirst']],
  ['二审', ['passSecond']],
  ['签发', ['sign']],
] as const;

/** Builds 审批记录: every step of an approval with its comment and the validity of its signature. */
export function approvalDocument({ head, kind, about, state, steps, specimens }: ApprovalPaper): PrintDocument {
  return projectPaper(head, {
    title: archiveTexts.titles.approval(labelIn('approvalKind', kind)),
    no: head.project.code,
    state: state === 'passed' ? null : labelIn('approvalState', state),
    blocks: [
      {
        kind: 'facts',
        label: '审批事项',
        pairs: 3,
        facts: [...projectFacts(head), { label: '审批事项', value: about, wide: true }],
      },
      {
        kind: 'table',
        title: '审批过程',
        columns: [
          { heading: '序号', align: 'center' },
          { heading: '步骤', least: 24 },
          { heading: '办理人', least: 22 },
          { heading: '时间', least: 36 },
          { heading: '意见' },
          { heading: '签名', align: 'center' },
        ],
        rows: steps.map((timelineStep, index) => [
          String(index + 1),
          timelineStep.label,
          timelineStep.personName,
          timelineStep.at,
          timelineStep.reason ?? '',
          timelineStep.signature ? signatureStates[timelineStep.signature.state].label : '',
        ]),
      },
      { kind: 'heading', text: '签名的内容散列值（SHA-256）' },
      {
        kind: 'lines',
        lines: steps.flatMap(({ label, personName, signature }) =>
          signature && signature.state !== 'past' ? [`${label}　${personName}　${signature.hash}`] : [],
        ),
        size: 8,
      },
    ],
    signers: signerPlaces.map(([label, moves]) => {
      const signature = signedBy(steps, moves, specimens);
      return {
        label,
        name: signature?.name ?? '',
        on: signature?.on ?? '',
        ...(signature?.picture ? { picture: signature.picture } : {}),
      };
    }),
  });
}
