/** Edition of the statement. A changed text gets a new edition and has to be accepted again. */
export const statementEdition = '2026-11';

/** Statement that everybody accepts once before the first signature (QUALITY §1, 9). */
export const signingStatement = {
  title: '电子签名声明',
  intro: '首次在本系统中签名前，请阅读并接受以下声明。接受的时间与版本将记入您的账号和审计日志。',
  items: [
    '我在本系统中以本人账号和登录密码作出的电子签名，是我本人真实意思的表示，与我的手写签名具有同等的效力（《中华人民共和国电子签名法》第十三条、第十四条）。',
    '我只在核对所签内容之后签名，并对签名所表示的含义（如编制、检测、复核、审核、批准、签发、交样、收样）承担责任。',
    '我的密码只由我本人掌握，不告知、不转借他人，不代他人签名，也不让他人代我签名；怀疑密码泄露时，我立即修改密码并报告机构。',
    '我知道系统随每次签名保存我的姓名、签名的含义、服务器时间和所签内容的散列值；签名之后，所签内容或其附件有任何改动，该签名即显示为无效。',
    '我知道签名和审计日志只能追加，任何人不能修改或删除；更正已签署的内容须说明原因，并保留原内容。',
  ],
} as const;

/**
 * Fingerprint of the content that a person signs: a hash of each part (`signedParts`), as displayed to the person.
 */
export type SeenFingerprint = Readonly<Record<string, string>>;

/** Error codes of a signature where the row, or a part of it, was changed since the person saw it. */
export const changedCodes: readonly string[] = ['stale', 'changedSince'];

/** Error code of a signature where the person has not accepted the statement. */
export const statementCode = 'statementDue';

export const signingTexts = {
  statementDue: '首次签名前须阅读并接受《电子签名声明》',
  accept: '我已阅读并接受《电子签名声明》',
  mustAccept: '请先接受《电子签名声明》',
  accepted: '已接受《电子签名声明》',
  noAdministrator: '平台管理员不参与签名，请由负责该步骤的人员办理',
  outdated: '《电子签名声明》已更新，请刷新页面后重新阅读',
  noVersion: '缺少版本号，请刷新后重试',
  noFingerprint: '请求缺少所签内容的校验值，请刷新页面，核对后再签名',
  /** Message about parts that were changed between display and signature. */
  changedSince: (parts: readonly string[]): string =>
    `页面打开之后，${parts.join('、')}已被修改，未签名。请刷新页面，核对修改后的内容再签名`,
  lookAgain: '内容已刷新，请关闭本窗口，核对后再签名',
  ownName: '姓名显示在签名和报告上，不能自行修改；如需更改请联系管理员',
  renameReason: '更改姓名须填写原因',
  renamePrompt: '姓名显示在签名和报告上。请填写更改的原因',
  renameBusy: (name: string, things: readonly string[]): string =>
    `${name}签名的${things.join('、')}尚未办结，不能更改姓名；请在办结或退回后再更改`,
  renameSession: (name: string): string => `${name}在当前登录期间签过名，不能更改姓名；请在本人退出登录后再更改`,
  noneToMove: '请选择要办理的数据',
  manyMoved: (label: string, count: number): string => `${count}条已${label}`,
  /** Message where an earlier signature is no longer valid: why nobody may sign, and what to do. */
  broken: (names: readonly string[], changed: readonly string[], move: string, returnMove: string | null): string =>
    `${names.join('、')}的签名已无效：签名之后${changed.join('、')}在系统之外被改动，不能${move}。请${returnMove ? `先“${returnMove}”，由编制人核对改正后重新签名，` : '停止使用，'}并报告质量负责人`,
  /** Message where the state of a row was not changed by this program, so that nobody may sign it. */
  strayed: (now: string, recordedState: string): string =>
    `状态“${now}”在系统之外被改动：流转步骤中为“${recordedState}”，不能签名。请停止使用，并报告质量负责人`,
  /** Message where an approval can't continue, because a record in it has an invalid signature. */
  brokenRecords: (records: string): string =>
    `检测记录${records}的签名无效（签名后被系统外改动），不能继续审批。请退回，由检测人更正并重新签名，同时报告质量负责人`,
  /** Message about the row that prevented a move of several rows, with the reason; none was moved. */
  oneOfMany: (title: string, reason: string): string => `${title}：${reason}（全部未办理）`,
} as const;

/** States of a signature. `past`: made before the row was returned, and no longer required. */
export const signatureStates = {
  valid: { label: '签名有效', hint: '所签内容与签名时逐字一致' },
  invalid: { label: '签名无效', hint: '签名之后，所签内容在系统之外被改动。请不要使用本数据，并立即报告质量负责人' },
  past: { label: '已失效（退回前）', hint: '签名之后被退回修改，此签名只作为历史保留' },
} as const;

export type SignatureState = keyof typeof signatureStates;

/** Display names of the parts of a signed row. */
export const signedParts: Readonly<Record<string, string>> = {
  head: '表头',
  paper: '记录原文',
  rows: '检测结果',
  checks: '质控数据',
  detections: '检出限',
  attachments: '附件',
  peaks: '仪器数据',
  curve: '标准曲线',
  points: '曲线点',
  reagents: '试剂',
  plan: '方案内容',
  form: '表单内容',
  planRows: '采样方案行',
  documents: '档案清单',
  papers: '档案原文',
  review: '合同评审',
  survey: '现场调查',
  surveyRows: '调查内容',
  days: '采样日期',
  weather: '气象条件',
  companions: '陪同人',
  uses: '设备出入库',
  incoming: '来样登记',
  lines: '流转单样品',
  files: '附件文件',
  state: '状态',
  signature: '签名信息',
  step: '流转步骤（已缺失）',
  trail: '审计日志中的签名记录',
  print: '签发的报告文件',
  content: '报告内容',
  pictures: '报告图片',
  records: '原始记录',
};

/** Message for a signature whose step is missing. */
export const missingStep = '步骤记录缺失';

export interface StepSignature {
  readonly state: SignatureState;
  /** Label of the signature's meaning, e.g. 复核. */
  readonly meaning: string;
  /** SHA-256 of the signed content, hexadecimal. */
  readonly hash: string;
  /** Parts that changed since the signature, for an invalid signature. */
  readonly changed: readonly string[];
  /** Specimen signature of the person at the time of signing. */
  readonly picture: string | null;
  /** Account name at the time of signing; null for signatures made before it was stored. */
  readonly account: string | null;
  /**
   * Organization in whose former installation the signature was made, if it was imported with the organization's
   * data.
   */
  readonly former?: string;
}

/** Returns the text that another installation sealed a signature. */
export const formerSignature = (organization: string): string => `由“${organization}”的原系统签名，接收数据时已核对`;

/** Texts about the verification of all signatures, papers and files. */
export const signatureCheckTexts = {
  whole: (signatures: number, papers: number, files: number): string =>
    `签名${signatures}个、报告文件${papers}份、上传文件${files}个，均与签名或保存时一致`,
  signature: (machine: string, row: number, person: string, meaning: string, changed: readonly string[]): string =>
    `${machine}（编号${row}）：${person}的签名“${meaning}”无效，被改动的部分：${changed.join('、')}`,
  lostStep: (machine: string, row: number, person: string, meaning: string): string =>
    `${machine}（编号${row}）：${person}的签名“${meaning}”所在的步骤已被删除`,
  untold: (label: string, title: string, line: number): string =>
    `${label}“${title}”：审计日志（编号${line}）记录的签名已不存在`,
  state: (machine: string, row: number, now: string, recordedState: string): string =>
    `${machine}（编号${row}）：状态为“${now}”，而流转步骤和审计日志中为“${recordedState}”`,
  unsignedState: (machine: string, row: number, state: string): string =>
    `${machine}（编号${row}）：状态为“${state}”，但没有任何流转步骤和签名`,
  unsignedStep: (machine: string, row: number, move: string): string =>
    `${machine}（编号${row}）：步骤“${move}”须签名，但没有签名`,
  steps: (machine: string, row: number, state: string, steps: number, lines: number): string =>
    `${machine}（编号${row}）：变为“${state}”的步骤有${steps}个，审计日志中有${lines}个`,
  password: (userName: string): string => `账号“${userName}”的密码不是经本系统设置的`,
  sealedBefore: (first: number): string => `第${first}个签名之前的签名与启用封签密钥时不一致，已被改动或删除`,
  noStart: '封签密钥的启用记录已不存在：审计日志被删除或改写',
  otherKey: '签名由另一密钥封签，无法核对封签；请使用签名时的 SECRET_KEY（或数据目录中的 secret.key）再校验',
  paper: (no: string): string => `报告${no}的文件与签发时不一致`,
  paperMissing: (no: string): string => `报告${no}的文件已缺失`,
  missingFile: (name: string, id: string): string => `文件“${name}”（${id}）的内容缺失`,
  file: (name: string, id: string): string => `文件“${name}”（${id}）的内容与上传时不一致`,
  brokenAt: (count: number): string =>
    `签名与文件校验未通过：发现${count}处异常，请立即保全数据库、文件与备份，并报告质量负责人`,
} as const;

/** Audit texts about the key that seals signatures. */
export const sealTexts = {
  name: 'sealKey',
  entity: '签名封签密钥',
  worker: '签名封签',
  begun: (first: number): string => `自第${first}个签名起由本机密钥封签；此前的签名以当时的散列值为准`,
} as const;

/** Texts about the seals on the end of the audit trail. */
export const trailSealTexts = {
  name: 'trailSeal',
  entity: '审计日志封签',
  worker: '审计日志封签',
  job: '审计日志封签',
  file: '数据目录中的封签',
  line: (id: number): string => `审计日志（编号${id}）中的封签`,
  sealed: (seq: number): string => `已封签审计日志至第${seq}条`,
  forged: (source: string): string => `${source}不是本系统所写，或已被改动`,
  cut: (source: string, sealed: number, last: number): string =>
    `${source}记有审计日志至第${sealed}条，现在只有${last}条：末尾的日志已被删除。请立即保全数据库与备份，并报告质量负责人；确系恢复了较早备份的，由运维人员移走数据目录中的trail.seal`,
  rewritten: (source: string, seq: number): string =>
    `${source}与审计日志第${seq}条不符：此前的日志已被改写或删除。请立即保全数据库与备份，并报告质量负责人`,
  unsigned: (source: string, count: number): string => `与${source}相比少了${count}个签名：签名已被删除`,
} as const;

/** Returns the reason why a signature is invalid, with the changed parts. */
export const invalidBecause = (changed: readonly string[]): string =>
  `${signatureStates.invalid.hint}${changed.length ? `（被改动的部分：${changed.join('、')}）` : ''}`;

/**
 * Returns the suffix for a signature on behalf of another person; it follows the meaning, or the name in a timeline.
 */
export const onBehalf = (name: string): string => `（代${name}）`;
