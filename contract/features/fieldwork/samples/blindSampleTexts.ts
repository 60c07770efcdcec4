export const blindTexts = {
  tooEarly: '现场采样尚未结束，采样结束后、检测结束前加入密码样',
  tooLate: '项目的检测已结束，不能再加入密码样，请在其他项目的批次中加入',
  otherProject: '同批样品不属于所选项目',
  onlySamples: '同批样品须为样品，不能是空白',
  notOpen: (no: string, state: string) =>
    `样品${no}的状态为“${state}”，不能作为同批样品；请选择已采、已接收或检测中的样品`,
  measured: (no: string) => `样品${no}为现场测量，没有可送交的样品`,
  isBlind: (no: string) => `样品${no}本身是密码样，请另选同批样品`,
  contentNeeded: '密码质控样须填写标准值',
  materialNeeded: '密码质控样须填写质控样名称/批号',
  keep: '加入后不能更改项目、类别和同批样品；需要更改的请作废样品后重新加入',
  judged: '密码样已经评价，不能更改；有疑问的请更正检测记录，审核后重新评价',
  voidFirst: (no: string) => `样品${no}仍在检测流程中，请先作废样品，再删除密码样`,
  judging: '密码样评价',
  failedTitle: (no: string) => `密码样${no}不合格`,
  failedText: (judgement: string) => `${judgement}。请在“密码样”中查看，并按不符合工作处理`,
} as const;
