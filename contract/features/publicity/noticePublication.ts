import type { Draft } from '@contract/entity';
import type { PrintDocument } from '@contract/print/printDocument';
import type { reportFormula } from './entities/reportFormula';
import type { PublicReport } from './publicityWire';
import type { HiddenLine } from './publicNames';

// Publication of an issued report in one step: proposal, input and preview.

export type NoticeDraft = Partial<Draft<typeof reportFormula>>;

/** Facts that are published as signed. A person may only add facts that the report lacks. */
export const signedFacts = [
  'unitName',
  'reportNo',
  'reportType',
  'reportDate',
  'leader',
  'team',
  'surveyors',
  'surveyFrom',
  'surveyTo',
  'samplers',
  'samplingFrom',
  'samplingTo',
  'testers',
  'testFrom',
  'testTo',
] as const satisfies readonly (keyof NoticeDraft)[];
/** Fields whose text a person always writes. */
export const wordedFacts = [
  'title',
  'region',
  'address',
  'contact',
  'contactPhone',
  'companion',
  'companionPublic',
  'conclusion',
  'remark',
] as const satisfies readonly (keyof NoticeDraft)[];

export interface PublicationScene {
  readonly picture: string;
  readonly caption: string;
  readonly activity: string;
  readonly takenOn: string | null;
}

/** Answer of `GET api/report/publication/:id`. */
export interface PublicationProposal {
  /** Reason why the report can't be published now; null where it can. */
  readonly blocked: string | null;
  readonly draft: NoticeDraft;
  /** Fields of the draft that can't be changed. */
  readonly fixed: readonly string[];
  /** Pictures of the project, and those that an earlier notice of this report showed. */
  readonly scenes: readonly PublicationScene[];
  /** Pictures that the notice showed before it was withdrawn. */
  readonly shown: readonly string[];
}

/** Body of `PUT api/report/publish`, and of the preview calls. */
export interface PublicationRequest {
  readonly id: number;
  readonly draft: NoticeDraft;
  /** Chosen pictures. They show no recognisable persons, or the persons consented. */
  readonly scenes: readonly PublicationScene[];
  /** Whether a copy of the report is published too. */
  readonly withReport: boolean;
}

/** Answer of `POST api/report/publicationPreview`: exactly the content that the public would see. */
export interface PublicationPreview {
  readonly report: PublicReport;
  /** Files of the pictures, by their ids in `report`. */
  readonly pictures: readonly string[];
  /** Conditions of publication that are not met. */
  readonly gaps: readonly string[];
  /** Preview of the report's copy, if requested. */
  readonly copy: CopyPreview | null;
}

/** Preview of a report's copy: its document, and the lines that differ from the signed report. */
export interface CopyPreview {
  readonly document: PrintDocument;
  readonly hidden: readonly HiddenLine[];
}

export const publicationTexts = {
  title: '公示报告',
  published: '已公示，项目进入“已公示”',
  republished: '已重新公示',
  withdrawn: '已撤回公示，项目回到“已归档”',
  notIssued: (state: string) => `报告当前为“${state}”，签发后才能公示`,
  alreadyPublished: (no: string) => `报告${no}已公示，不能重复公示；如需更改，请先撤回公示`,
  corrected: (no: string) => `本报告已被更正报告${no}替换，请公示更正报告`,
  voided: '本报告已作废，不能公示',
  notArchived: (stage: string) => `项目当前为“${stage}”，归档后才能公示：请先在“质控归档”中完成归档`,
  badSignature: (detail: string) => `报告的签名无效（${detail}），不能公示，请立即报告质量负责人`,
  numberTaken: (title: string) => `该报告编号已由公示“${title}”使用，请先撤回该公示`,
  notPublished: '报告没有公示，不需要撤回，请刷新后查看',
  foreignPicture: '所选影像不是本机构上传的图片，请重新选择',
  pictureTwice: '同一张影像只能选择一次',
  fromReport: (no: string) => `报告${no}由本系统签发，请打开该报告，用“公示”一步完成`,
  replacedReason: (no: string) => `已被更正报告${no}替换`,
  voidedReason: (reason: string) => `报告作废：${reason}`,
  /** Header of the public copy. */
  copyMark: '公示副本：劳动者姓名只留姓氏，电话号码已隐去部分数位，不含签名图像和印章；是否有效请扫码核验。',
  consentHint: '只勾选没有可识别的个人，或已取得其本人同意的影像',
  copyHint: '副本隐去劳动者姓名、电话号码、签名图像、印章、设备布局图和未勾选的影像',
  hiddenTitle: (count: number): string => `副本与签发报告不同的内容（${count}处）`,
  hiddenNone: '副本与签发报告的文字相同',
  leftOut: '不公示',
  checked: '已逐行核对副本，没有可识别劳动者的内容',
  redrawing: '报告副本正在按新的隐私要求重新生成，请稍后重试',
  redrawn: '重新生成公示副本',
  redrawTitle: '公示副本更新',
} as const;
