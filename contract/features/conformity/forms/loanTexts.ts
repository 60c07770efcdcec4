/** Texts of the reminder of archives that are not back on their day. */
export const loanTexts = {
  reminder: '档案归还提醒',
  title: (count: number): string => `${count}份借出的档案到期未还`,
  line: (borrower: string, content: string, dueOn: string): string => `${borrower}借阅的“${content}”应于${dueOn}归还`,
  text: (lines: readonly string[]): string =>
    `${lines.join('；')}。请催还，归还后在“档案借阅登记表”中填写归还日期和归还情况。`,
  reminded: (count: number): string => `提醒${count}份到期未还的档案`,
} as const;
