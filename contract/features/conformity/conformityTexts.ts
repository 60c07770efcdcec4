// Texts of 规范符合性, for client and server.
export const conformityTexts = {
  standard: 'GBZ 331-2024《职业卫生技术服务工作规范》',
  title: '规范符合性自查表',
  source:
    '逐条列出GBZ 331-2024的可检查要求、本系统如何满足、在何处、本机构现有的证据和缺口，以及验证它的测试。“未满足”的条款须由机构按程序文件以其他方式满足。',
  totals: (totals: { met: number; evidenced: number; notOurs: number; open: number }) =>
    `满足${totals.met}条，系统留证${totals.evidenced}条，不属软件${totals.notOurs}条，未满足${totals.open}条。`,
  print: '打印自查表',
  printed: (count: number) => `打印规范符合性自查表（${count}条）`,
  onDay: (day: string) => `证据截至${day}`,
  noEvidence: '无',
  counted: (label: string, rows: number) => (rows ? `${label}：${rows}` : `暂无${label}`),
  kinds: (first: string, count: number) => (count > 1 ? `${first}等${count}类` : first),
} as const;
