// Messages of the importer about a workbook, its header row and its cells.

export const sheetMessages = {
  truncated: '文件不完整（可能没有下载或保存完），请用Excel或WPS重新保存后再上传',
  encrypted: '工作簿设有打开密码，请取消密码后再上传',
  macro: '工作簿含有宏，请另存为不带宏的xlsx后再上传',
  webPage: '文件内容是网页或XML，不是Excel工作簿，请用Excel或WPS打开后另存为xlsx再上传',
  nested: '工作簿里嵌有压缩包或其他文件，请删除后再上传',
  dangerousXml: '工作簿含有不允许的XML声明，请用Excel或WPS打开后另存为xlsx再上传',
  tooManyParts: '工作簿的内部文件过多，请把数据复制到新的工作簿后再上传',
  bomb: '工作簿解压后过大，请把数据复制到新的工作簿后再上传',
  tooBig: (megabytes: number) => `文件超过${megabytes} MB，请拆分后再上传`,
  tooManyRows: (rows: number) => `工作表超过${rows}行（含空白行），请删除多余的行或拆分后再上传`,
  tooManyColumns: (columns: number) => `工作表超过${columns}列，请删除多余的列后再上传`,
  tooSlow: '工作簿过于复杂，未能在规定时间内读完，请把数据复制到新的工作簿后再上传',
  busy: '正在处理的导入过多，请稍后再上传',
  waited: '服务器正忙，未能在规定时间内读完文件，请稍后重试',
  empty: '工作表里没有数据，请填写后再上传',
  noSheet: (name: string) => `工作簿里没有名为“${name}”的工作表，请重新选择`,
  onlyHidden: (names: readonly string[]) =>
    `可见的工作表里没有数据，隐藏的工作表“${names.join('、')}”里有；请取消隐藏后再上传`,
  unreadable: '工作簿已损坏，无法读取，请用Excel或WPS重新保存后再上传',

  missingHeaders: (headers: readonly string[]) => `缺少列：${headers.join('、')}`,
  unknownHeaders: (headers: readonly string[]) => `不能识别的列（不会导入）：${headers.join('、')}`,
  duplicateHeaders: (headers: readonly string[]) => `重复的列：${headers.join('、')}，请只保留一列`,

  formula: '单元格是公式，请改为数值或文字后再上传',
  merged: '单元格属于合并单元格，请取消合并并逐行填写',
  struck: '含有加了删除线的文字，请删去作废的文字后再上传',
  errorValue: (errorText: string) => `单元格是错误值${errorText}，请改正`,
  becameNumber: (shownValue: string) =>
    `已被Excel转成数字${shownValue}，末尾的数字可能已丢失，请把单元格设为文本后重新填写`,
  becameDate: (shownValue: string) => `已被Excel转成日期${shownValue}，请把单元格设为文本后重新填写`,
  numberForDate: (shownValue: string, guess: string | null) =>
    `${shownValue}是数字而不是日期${guess ? `（可能是${guess}）` : ''}，请填写为年-月-日，例如2024-05-01`,
  balanceUnstable: '天平读数不稳定，请待稳定后重新称量',
  balanceRange: '天平未给出读数（超出量程或正在执行其他操作），请重新称量',
  percentage: '不能是百分数，请填写数值',
  tooLong: (label: string, max: number) => `${label}不能超过${max}个字`,
  notFlag: (label: string) => `${label}请填写是或否`,
  unknownLabel: (value: string, label: string, suggestions: readonly string[]) =>
    `“${value}”不是${label}的可选项${suggestions.length ? `，是否为：${suggestions.join('、')}` : '，请从字典中选择'}`,
  unknownRef: (value: string, label: string, suggestions: readonly string[] = []) =>
    `没有名为“${value}”的${label}，${suggestions.length ? `是否为：${suggestions.join('、')}？` : '请先新增或改正'}`,
  ambiguousRef: (value: string, label: string, candidates: readonly string[] = []) =>
    candidates.length
      ? `“${value}”可能是多个${label}，请选择：${candidates.join('、')}`
      : `有多个名为“${value}”的${label}，请先修改重名的数据再导入`,
  unknownRegion: (value: string) => `没有“${value}”这个地区，请核对省、市、区县`,
  regionGap: (header: string) => `填写了下级地区，请补上${header}`,
  regionSlash: '地区名称不能含有/',
  duplicateOf: (line: number, missingLabels: readonly string[] = []) =>
    missingLabels.length ? `与第${line}行相同，请填写${missingLabels.join('、')}加以区分` : `与第${line}行重复`,
  several: (title: string, missingLabels: readonly string[]) =>
    `有多条“${title}”，请填写${missingLabels.join('、')}，以确定更新哪一条`,

  trimmed: '已去掉多余的空格',
  halfWidth: '全角字符已改为半角',
  isoDate: '日期已改为年-月-日的写法',
  matchedLabel: '已按字典中的写法改正',
} as const;
