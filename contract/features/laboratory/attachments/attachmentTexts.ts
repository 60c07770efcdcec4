// Texts of a record's attachments and of instrument tables.

export const labAttachmentTexts = {
  none: '还没有附件',
  drop: '把谱图、照片或仪器导出的数据拖到这里，或点击选择',
  limits: '图片、PDF、Word、Excel、CSV或文本，每个不超过50MB；保存时记录SHA-256',
  notTable: '只能读取CSV、TXT、XLS或XLSX格式的仪器数据，其他文件作为附件保存',
  empty: '文件中没有可读取的数据行，文件已作为附件保存',
  tooLong: (most: number) => `仪器数据超过${most}行，请分开导出`,
  tooBig: (megabytes: number) => `仪器数据文件超过${megabytes}MB，请分开导出`,
  unknownColumn: '所选列不在文件中，请重新选择',
  unknownReading: '所选读数不属于本记录，请重新选择',
  noSample: '没有样品名，请指定样品或不采用',
  noRow: (name: string) => `记录中没有样品“${name}”`,
  notNumber: (value: string) => `“${value}”不是数值`,
  markUnclear: (value: string) => `“${value}”中的逗号可能是千位分隔，也可能是小数点，请选择小数点的写法`,
  chooseMark: '数值列中的逗号可能是千位分隔，也可能是小数点，请选择小数点的写法后再写入',
  unknownTable: '所选数据表不在文件中，请重新选择',
  repeated: (line: number) => `与第${line}行是同一样品，请指定平行样行或不采用`,
  otherPeak: '其他组分',
  known: (label: string) => `按“${label}”读取，各列已确定`,
  replaces: (held: string) => `已有读数${held}，将被替换`,
  taken: (matched: number, parked: number) =>
    parked ? `已采用${matched}行，${parked}行没有对应的样品，已留待处理` : `已采用${matched}行`,
  settled: '已处理',
  ignoreReason: '请填写不采用的原因',
  alreadySettled: '该行数据已处理，请刷新后查看',
  chooseRow: '请选择样品，或填写不采用的原因',
} as const;
