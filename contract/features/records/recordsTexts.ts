// Texts of the pages for original records, and of the papers of field work and hand-over on these pages (PRODUCT §3;
// DOMAIN §1.10, §1.11).
export const recordsTexts = {
  groups: {
    survey: '现场调查',
    plan: '采样方案',
    sampling: '现场采样',
    handOver: '样品流转',
    incoming: '来样收样',
    record: '检测记录',
  },
  corrected: '已更正',
  versionNo: (version: number) => `第${version}版`,
  newest: '现行版本',
  replaced: (no: string) => `本记录已更正，现行版本为${no}；此处为更正前的内容，只供查阅`,
  replacing: (no: string, reason: string | null) => `原记录${no}${reason ? `，原因：${reason}` : ''}`,
  nothing: '该项目还没有原始记录。现场调查开始后，各份记录会列在这里。',
  gone: '该记录不存在，或已不属于该项目，请刷新后重试',
  notPermitted: '您没有查看该项目原始记录的权限，请从对应的菜单进入',
  noneChosen: '请先勾选记录',
  tooMany: (maxRecords: number) => `一次最多打印${maxRecords}份记录，请分批打印`,
  bundleTitle: (code: string) => `${code} 原始记录`,
  bundleFile: (code: string, count: number) => `${code}-原始记录（${count}份）`,
  printed: (code: string, count: number) => `${code} 原始记录，共${count}份`,
  signMany: (move: string, count: number) => `批量${move}（${count}）`,
  signNote: (count: number) => `对所选${count}份记录一并签名：全部办理，或全部不办理`,
} as const;
