// Texts of project work, for client and server; `messages.ts` contains the texts quoted from SPEC.
export const projectTexts = {
  notFound: '项目不存在或已被删除',
  locked: '项目已归档、公示或终止，不能再修改',
  unitFixed: '项目已提交评审，不能更换受检单位；需要更换的请先退回合同评审',
  deleteDraftsOnly: '已提交的项目不能删除，如不再进行请终止项目',
  surveyNotOpen: '项目尚未进入现场调查，通过合同评审后再填写',
  planNotOpen: '项目尚未进入方案编制，结束现场调查后再编制',
  planLocked: '采样方案已提交，不能修改；如需修改请退回方案，已批准的请在“项目调整”中调整',
  planNotWaiting: '项目不在方案审核阶段，不能审批方案，请刷新后查看',
  samplingNotOpen: '项目尚未进入现场采样，采样方案批准后再填写',
  samplingEnded: '现场采样已结束，不能修改；如需更正请在“项目调整”中调整',
  noReview: '请先填写合同评审再通过',
  reviewOpen: (label: string) => `合同评审“${label}”尚未填写，请填写后再通过`,
  reviewNo: (label: string) => `合同评审“${label}”为“否”，请退回合同或更正评审`,
  saveAndPass: (move: string) => `保存并${move}`,
  sheetMissing: (sheet: string, action: string) => `请先在“规范表单”中完成“${sheet}”的签字，再${action}`,
  inTeam: (name: string, label: string) =>
    `${name}是本项目的项目负责人或项目组成员，不能作为${label}签字，请由其他人员签字`,
  noLeader: (label: string) => `项目没有指定项目负责人，不能作为${label}签字，请先在“项目信息”中填写项目负责人`,
  notLeader: (name: string, label: string) => `“${label}”须由本项目的项目负责人${name}本人签字`,
  signsLater: (name: string, later: string, label: string) =>
    `${name}在此表单中须作为${later}签字，不能同时作为${label}签字，请由其他人员作为${label}签字`,
  secret: (no: string, reason: string, action: string) => `合同评审单${no}注明项目涉密（${reason}），不能${action}`,
  noHazards: '现场调查没有危害因素，请填写后再结束调查',
  surveyFactsMissing: (labels: readonly string[]) => `请先在“基本情况”中填写${labels.join('、')}并保存，再结束调查`,
  tooFewSurveyors:
    '现场调查应有两名以上调查人，现只选了1名：请在“基本情况”中补选；另一人没有账号的，请在备注中写明姓名',
  surveyInFuture: (day: string) => `调查日期${day}晚于今天，请核对“基本情况”后再结束调查`,
  urged: (count: number) => `已提醒${count}人`,
  nobody: (roles: readonly string[]): string =>
    `还没有人可以办理此阶段，请由机构管理员为人员分配角色${roles.length ? `：${roles.join('、')}` : ''}`,
  nobodyToUrge: '没有可以办理此阶段的人员，请检查角色授权',
  urgedRecently: (minutes: number) => `${minutes}分钟内已经提醒过，请稍后再催办`,
  urgeTitle: (code: string, stage: string) => `催办：项目${code}（${stage}）`,
  urgeText: (name: string, stage: string, days: number) => `项目“${name}”停留在“${stage}”阶段已${days}天，请尽快办理。`,
} as const;
