export const balanceTexts = {
  connect: '连接天平',
  hint: '天平经串口连接后，每次打印的稳定读数写入当前单元格并移到下一行，称量时间、天平编号同时填入其空格；没有连接时，可以把天平输出的文本粘贴到单元格',
  connected: '天平已连接，请选中要填写的单元格',
  failed: '天平未能连接，请检查连线和串口设置（9600，8位，无校验）',
  ask: '读取天平',
  disconnect: '断开天平',
} as const;
