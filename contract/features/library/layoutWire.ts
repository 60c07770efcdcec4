import type { LayoutViewBlock } from '@contract/print/layoutFields';

/** A placeholder that a paper of a kind has. */
export interface LayoutField {
  /** Name as it is written between braces. */
  readonly name: string;
  /** List whose rows have it; null for a value of the paper. */
  readonly list: string | null;
  readonly kind: 'text' | 'picture' | 'list';
  /** Value of the chosen project's paper, or an example. */
  readonly example: string;
}

/** Answer of `GET api/paperLayout/check/:id`. */
export interface LayoutCheck {
  /** Placeholders that no paper of the kind has. */
  readonly unknown: readonly string[];
  /** Names that the layout does not use. */
  readonly unused: readonly string[];
  /** Names that a layout has to have. */
  readonly missing: readonly string[];
  /** Number of placeholders. */
  readonly count: number;
  /** Why the file can't be filled; null if it can. */
  readonly problem: string | null;
}

/** Answer of `GET api/paperLayout/values/:id`: what the paper of a project puts into the layout. */
export interface LayoutValues {
  readonly paper: string;
  readonly fields: readonly LayoutField[];
}

/** A layout in use, as `GET api/paperLayout/inUse` lists them. */
export interface LayoutInUse {
  readonly kind: string | null;
  /** Method that it is for; null for all methods. */
  readonly methodKind: string | null;
}

/** Answer of `GET api/paperLayout/fields/:id`. */
export interface LayoutFields {
  readonly fields: readonly LayoutField[];
  /** Whether the server can make PDFs of layouts. */
  readonly office: boolean;
}

/** Answer of `GET api/paperLayout/view/:id`. */
export interface LayoutView {
  readonly title: string;
  readonly blocks: readonly LayoutViewBlock[];
}

/** Names that each layout has to have: the foot says whether a paper is final. */
export const requiredFields = ['页脚'] as const;

/** Texts of own layouts, for client and server. */
export const ownLayoutTexts = {
  noFile: '请先上传版式文件',
  unknown: (names: readonly string[]) => `版式中有不能识别的占位符：${names.join('、')}，请改正后再发布`,
  missing: (names: readonly string[]) => `版式中须有占位符：${names.map((name) => `{${name}}`).join('、')}`,
  reportDocx: '检测报告的版式须为Word（docx）',
  methodOfRecord: '只有检测原始记录的版式能选择检测方法，请清空后再发布',
  past: '生效日期不能早于发布当天',
  another: (name: string) => `“${name}”已用于同类文件，请先停用后再发布`,
  noReports: '没有查看报告的权限，请选择其他项目或联系管理员',
  noPaper: '该项目还没有这类文件，请选择其他项目',
  none: '本机构没有适用的自定义版式',
  noOffice: '服务器没有安装LibreOffice，不能生成PDF，请下载后用Word、Excel或WPS打开',
  officeFailed: 'LibreOffice未能转换该文件，请下载后用Word、Excel或WPS打开',
  fellBack: (no: string) => `报告${no}未能按自定义版式生成PDF，已按系统版式签发`,
  fellBackTitle: '自定义版式未能采用',
  converter: '自定义版式转PDF',
} as const;
