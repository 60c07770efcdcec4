import { fixedDictionaries } from '@contract/dictionaries';
import { editionOf } from '@contract/print/paperEdition';
import type { Block, Picture, Signer } from '@contract/print/printDocument';
import { markTexts } from './accreditationMark';
import type { ReportContent } from './reportContent';
import { isEvaluationReport, type ReportKind } from './reportKinds';
import { reportTexts } from './reportTexts';
import { reportWordsOf } from './reportWords';

// The report's cover and statement.

export interface ReportIssue {
  readonly signers: readonly ReportSigner[];
  /** Day of the issue; null before it. Every page then says that the report is not issued. */
  readonly issuedOn: string | null;
  /** Full address in the QR code; null before the issue. */
  readonly verifyHref: string | null;
  /** Stamp (检测专用章), a picture that was uploaded. */
  readonly seal: Picture | null;
}

const kindLabels = new Map<string, string>(fixedDictionaries.reportKind.map(({ value, label }) => [value, label]));

/** Returns the facts of the cover: customer, order, and day of the issue. */
function coverFacts(content: ReportContent, issuedOn: string | null): Block {
  const { unit, kind } = content;
  return {
    kind: 'facts',
    label: '封面',
    pairs: 1,
    size: 12,
    facts: [
      { label: '用人单位', value: unit.name, wide: true },
      { label: '项目名称', value: content.projectName, wide: true },
      { label: '检测类别', value: content.typeName ?? kindLabels.get(kind) ?? '', wide: true },
      { label: '委托单位', value: content.customerName ?? unit.name, wide: true },
      { label: reportWordsOf(content).task, value: content.projectCode, wide: true },
      { label: '签发日期', value: issuedOn ?? '', wide: true },
    ],
  };
}

/**
 * Returns the organization's logo, the accreditation mark and the QR code side by side, and the space below them.
 * Without a picture of the mark, its number is printed in a line above.
 */
function marksOf({ accreditation, logo: ownLogo }: ReportContent, verifyHref: string | null): Block[] {
  const accreditationMark = accreditation?.mark;
  const code: Picture[] = verifyHref ? [{ source: `qr:${verifyHref}`, ratio: 1, caption: '扫码核验报告' }] : [];
  const logo: Picture[] = ownLogo ? [{ source: ownLogo.file, ratio: ownLogo.ratio }] : [];
  const mark: Picture[] = accreditationMark?.picture
    ? [
        {
          source: accreditationMark.picture.file,
          ratio: accreditationMark.picture.ratio,
          caption: accreditationMark.number,
        },
      ]
    : [];
  const pictures = [...logo, ...mark, ...code];
  return [
    ...(accreditationMark && !accreditationMark.picture
      ? [{ kind: 'lines', lines: [markTexts.number(accreditationMark.number)], size: 11 } as const]
      : []),
    ...(pictures.length
      ? [
          {
            kind: 'pictures',
            pictures,
            across: pictures.length,
            height: 24,
            align: logo.length + mark.length ? (code.length ? 'center' : 'left') : 'right',
          } as const,
          { kind: 'space', height: 8 } as const,
        ]
      : [{ kind: 'space', height: 36 } as const]),
  ];
}

/** A signer with post and major, for the table of signatures (GBZ 331-2024 H.1). */
interface ReportSigner extends Signer {
  readonly post?: string;
  readonly major?: string;
}

const testReportTitle = ['工作场所职业病危害因素', '检测报告'] as const;
/** Titles of reports other than 检测报告. */
const otherTitles: Readonly<Partial<Record<ReportKind, readonly string[]>>> = {
  incoming: ['来样检测报告'],
  evaluation: ['职业病危害', '现状评价报告'],
  effect: ['职业病防护设施与防护用品', '效果评价报告'],
};

/** The title of an evaluation names the employer and the year (H.3, H.4). */
const titleLines = ({ kind, title, unit }: ReportContent): readonly string[] =>
  isEvaluationReport(kind) && title.startsWith(unit.name)
    ? [unit.name, title.slice(unit.name.length)]
    : (otherTitles[kind] ?? testReportTitle);

/** Second page: the copy of the licence, or its number where no picture of it is stored (H.1). */
const licencePage = ({ licence, agency }: ReportContent): Block[] => [
  { kind: 'lines', lines: ['资质证书'], bold: true, align: 'center', size: 18 },
  { kind: 'space', height: 6 },
  ...(licence
    ? [
        {
          kind: 'pictures',
          pictures: [{ source: licence.file, ratio: licence.ratio }],
          across: 1,
          height: 215,
        } as const,
      ]
    : [
        {
          kind: 'lines',
          lines: [`证书编号：${agency.qualification ?? '—'}`, '（资质证书复印件附后）'],
          align: 'center',
          size: 12,
        } as const,
      ]),
  { kind: 'space', height: 'page' },
];

/** Specimens of the signatures below the table, with whose they are. */
function specimensOf(signers: readonly ReportSigner[]): Block[] {
  const signaturePictures = signers.flatMap(({ label, name, picture }) =>
    picture ? [{ ...picture, caption: `${label}：${name}` }] : [],
  );
  return signaturePictures.length
    ? [{ kind: 'pictures', pictures: signaturePictures, across: signaturePictures.length, height: 14 }]
    : [];
}

/** Table of signatures: name, 职务, 专业 and the part that each wrote (GBZ 331-2024 H.1, H.3). */
const signatureTable = ({ authorPart = '' }: ReportContent, signers: readonly ReportSigner[]): Block[] => [
  { kind: 'space', height: 10 },
  {
    kind: 'table',
    title: '签名',
    columns: ['签署', '姓名', '职务（职称）', '专业', '编写部分', '日期'].map((title) => ({
      heading: title,
      align: 'center',
    })),
    rows: signers.map(({ label, name, post = '', major = '', on }) => [
      label,
      name || '—',
      post || '—',
      major || '—',
      label.startsWith('编制') ? authorPart || '—' : '—',
      on || '—',
    ]),
    rowHeight: 9,
  },
  ...specimensOf(signers),
];

const addressLines = ({ agency }: ReportContent): Block => ({
  kind: 'lines',
  lines: [
    agency.name,
    ...(agency.address ? [`地址：${agency.address}`] : []),
    ...(agency.phone ? [`电话：${agency.phone}`] : []),
  ],
  size: 11,
});

/**
 * Returns the blocks before the results: cover, copy of the licence (edition 3), statement, and signatures (edition 3).
 */
export function coverOf(content: ReportContent, { issuedOn, verifyHref, seal, signers }: ReportIssue): Block[] {
  const { agency } = content;
  const hasAppendixHPages = editionOf(content) >= 3;
  return [
    { kind: 'lines', lines: [`报告编号：${content.reportNo}`], align: 'right', size: 11 },
    ...(agency.qualification
      ? [{ kind: 'lines', lines: [`资质证书编号：${agency.qualification}`], align: 'right', size: 9 } as const]
      : []),
    ...marksOf(content, verifyHref),
    {
      kind: 'lines',
      lines: titleLines(content),
      bold: true,
      align: 'center',
      size: 26,
    },
    { kind: 'space', height: 6 },
    ...(issuedOn === null
      ? [{ kind: 'lines', lines: [reportTexts.draftMark], align: 'center', size: 11 } as const]
      : []),
    { kind: 'space', height: 22 },
    coverFacts(content, issuedOn),
    { kind: 'space', height: 18 },
    { kind: 'lines', lines: [agency.name], bold: true, align: 'center', size: 16 },
    { kind: 'lines', lines: ['（检测专用章）'], align: 'center', size: 10 },
    ...(seal && issuedOn !== null
      ? [{ kind: 'pictures', pictures: [seal], across: 1, height: 38 } as const]
      : [{ kind: 'space', height: 14 } as const]),
    { kind: 'space', height: 'page' },
    ...(hasAppendixHPages ? licencePage(content) : []),
    { kind: 'lines', lines: ['声　明'], bold: true, align: 'center', size: 18 },
    { kind: 'space', height: 6 },
    { kind: 'lines', lines: content.texts.statement.split('\n'), size: 11, running: true },
    { kind: 'space', height: 12 },
    addressLines(content),
    ...(hasAppendixHPages ? signatureTable(content, signers) : []),
  ];
}
