import { z } from 'zod';

// A library update as a file: JSON with the rows of the library by their built-in keys, signed with Ed25519.

/** Entities that an update may change, ordered so that a row refers only to rows of earlier entities. */
export const librarySubjects = [
  'hazard',
  'hazardLimit',
  'labMethod',
  'labMethodItem',
  'biologicalLimit',
  'industryRisk',
] as const;
export type LibrarySubject = (typeof librarySubjects)[number];

const valueSchema = z.union([
  z.string().max(4000),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(300)).max(50),
]);

const rowSchema = z.object({
  subject: z.enum(librarySubjects),
  /** Key of the built-in row; a reference contains the key of another row. */
  key: z.string().min(1).max(400),
  title: z.string().min(1).max(300),
  fields: z.record(z.string().max(60), valueSchema),
  /** The row was an error in an earlier edition and is removed. */
  removed: z.boolean().optional(),
});
export type LibraryFileRow = z.infer<typeof rowSchema>;

const contentSchema = z.object({
  format: z.literal('occhealth-library-1'),
  edition: z.string().min(1).max(60),
  issuedOn: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  note: z.string().max(2000),
  rows: z.array(rowSchema).max(20_000),
});
export type LibraryFileContent = z.infer<typeof contentSchema>;

const fileSchema = z.object({
  /** Content as text, which is signed byte for byte. */
  content: z.string().max(20_000_000),
  /** Ed25519 signature of the content, base64. */
  signature: z.string().max(200),
});

/**
 * Number of characters in one piece of a request, because the server refuses longer values
 * (server/http/jsonInPieces.ts).
 */
const pieceLength = 500_000;

/** Splits the text of a file into the pieces in which it is sent. Joined, they give the text again. */
export const filePieces = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) =>
    text.slice(index * pieceLength, (index + 1) * pieceLength),
  );

export const libraryFileTexts = {
  comparing: '比较更新文件与现有资料',
  noKey: '没有设置更新的公钥（环境变量UPDATE_KEY），不能确认文件的来源，未载入。请由运维人员设置后重启。',
  notOurs: '这不是资料更新文件，请选择发布方提供的文件',
  badSignature: '文件的签名与公钥不符：文件已被改动，或不是该发布方签发的，未载入',
  badContent: '资料更新文件的内容不完整，请向发布方索取新的文件',
  unknownField: (name: string): string => `本版系统没有字段“${name}”，请先升级系统，再载入该文件`,
  unknownValue: (label: string, value: string): string =>
    `${label}没有选项“${value}”，请先升级系统，或向发布方索取新的文件`,
  foreignKey: (key: string): string => `键“${key}”属于另一种资料，请向发布方索取新的文件`,
  twice: '文件中有两行相同的键，请向发布方索取新的文件',
  noReference: (label: string, key: string): string =>
    `${label}“${key}”在文件和现有资料中都没有，请向发布方索取新的文件`,
  faultIn: (title: string, fault: string): string => `“${title}”：${fault}`,
  loadedBefore: (edition: string): string => `版本“${edition}”已经载入`,
  loaded: (rows: number): string => (rows ? `已载入，有${rows}处差异待处理` : '已载入，与现有资料没有差异'),
  needsReason: '不采纳时请填写原因',
  decided: '所选差异中有已经处理的，请刷新后重新选择',
  parentFirst: (title: string): string => `“${title}”所属的因素或方法还没有采纳，请先采纳`,
  removed: '新版资料不再列入，采纳后移入回收站',
  gone: '已删除的资料',
  done: (rows: number): string => `已处理${rows}处差异`,
} as const;

/** Splits a library file into the signed text and its signature; null for anything else. */
export function libraryFileOf(text: string): z.infer<typeof fileSchema> | null {
  try {
    return fileSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Parses the signed text; null where it is incomplete. */
export function libraryContentOf(text: string): LibraryFileContent | null {
  try {
    return contentSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Answer of `GET api/libraryUpdateRow/users/:id`: where the row that an update changes or ends is in use. */
export interface LibraryUsers {
  readonly projects: readonly { readonly id: number; readonly code: string | null; readonly stage: string }[];
  readonly templates: readonly {
    readonly id: number;
    readonly title: string;
    readonly kind: string;
    /** Name of the template's entity. */
    readonly entity: 'cyfaModule' | 'siteSurveyModule' | 'qsjcModule';
  }[];
}
