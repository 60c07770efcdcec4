// Texts of runs: one file of an instrument for the records of many projects.

export const runTexts = {
  written: '分析批已写入记录，请先撤销写入再修改或删除',
  notWritten: '分析批尚未写入记录',
  unknown: '不认识这种文件，请在检测记录的“样品附件”中读取，并选择各列的含义',
  nothing: '文件中没有可以写入的数据，请核对样品编号和检测记录',
  wrote: (values: number, records: number, parked: number) =>
    `已将${values}个读数写入${records}份检测记录${parked ? `，${parked}行留待处理` : ''}`,
  undone: (values: number, records: number) => `已撤销${records}份检测记录中的${values}个读数`,
  changed: (sampleNo: string, held: string) => `样品“${sampleNo}”的读数已改为“${held}”，不能撤销写入，请先核对该样品`,
  noRow: (name: string) => `您未提交的检测记录中没有样品“${name}”`,
  noComponent: (name: string, component: string) => `样品“${name}”没有“${component}”的检测记录`,
  severalComponents: (name: string) => `样品“${name}”有多个检测项目，文件没有写明组分`,
  severalRecords: (name: string) => `样品“${name}”在多份检测记录中，请在记录中填写`,
  unnamedPeak: '没有组分名称的峰',
  standard: '内标',
  otherQuantity: '检测记录不采用这种读数',
  single: '文件给出了平均值，不采用单次读数',
  severalReadings: '同一样品有多次读数，文件没有给出平均值，请在记录中填写',
  repeated: (line: number) => `与第${line}行是同一样品的同一读数，请在记录中填写`,
  tooLong: (most: number) => `文件超过${most}个数值，请分开导出`,
  replaces: (held: string) => `替换已有读数${held}`,
  summary: (matched: number, records: number, parked: number, ignored: number) =>
    `写入${matched}个读数，涉及${records}份检测记录；留待处理${parked}行，不采用${ignored}行`,
  readBy: (label: string) => `按“${label}”读取`,
  write: '写入记录',
  undo: '撤销写入',
  confirmUndo: '撤销后，各检测记录恢复写入前的读数。确定撤销吗？',
} as const;
