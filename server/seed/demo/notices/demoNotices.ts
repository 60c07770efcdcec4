interface DemoNotice {
  readonly titile: string;
  readonly msgAbstract: string;
  readonly msgContent: string;
  readonly msgCategory: '1' | '2';
  readonly priority: '0' | '1' | '2';
  readonly senderName: string;
  /** Number of days before today; null for a draft. */
  readonly daysAgo: number | null;
  /** `HH:mm` in the organizations' zone. */
  readonly at: string;
  /** User names of the readers, with the number of hours until each read it. */
  readonly readBy: Readonly<Record<string, number>>;
  readonly recalled?: true;
  /** True: sent to every account of the installation. Otherwise it is sent to the staff of the first organization. */
  readonly everybody?: true;
}

/** Notices of the demonstration, read and unread. */
export const notices: readonly DemoNotice[] = [
  {
    titile: '检测设备年度检定送检安排',
    msgAbstract: '第三批12台采样器与2台色谱仪本月送检，送检期间请使用备用设备。',
    msgContent:
      '<p>各科室：</p><p>按照年度设备检定计划，第三批设备将于本月送浙江省计量科学研究院检定，安排如下：</p>' +
      '<table><tbody><tr><th>设备</th><th>编号</th><th>送检期间的替代</th></tr><tr><td>个体空气采样器（10台）</td><td>HP-C-021～030</td><td>HP-C-041～050</td></tr>' +
      '<tr><td>大气采样器（2台）</td><td>HP-C-007、008</td><td>HP-C-009</td></tr><tr><td>气相色谱仪（2台）</td><td>HP-S-002、003</td><td>HP-S-005</td></tr></tbody></table>' +
      '<p>送检设备已贴“<strong>停用</strong>”标识，未经设备管理员确认不得使用。检定证书到后由质控员确认结果并更新设备台账。</p>',
    msgCategory: '1',
    priority: '0',
    senderName: '孟庆岚',
    daysAgo: 23,
    at: '09:12',
    readBy: {
      field: 1,
      keeper: 3,
      analyst: 2,
      reviewer: 5,
      approver: 26,
      quality: 1,
      reporter: 7,
      sales: 4,
      auditor: 30,
    },
  },
  {
    titile: '关于开展GBZ 2.1—2019第1号修改单宣贯培训的通知',
    msgAbstract: '周四14:00在三楼会议室，技术人员全员参加，培训后闭卷考核。',
    msgContent:
      '<p>全体技术人员：</p><p>为保证评价结论引用的职业接触限值准确有效，定于本周四组织《工作场所有害因素职业接触限值 第1部分：化学有害因素》（GBZ 2.1—2019）第1号修改单宣贯培训。</p>' +
      '<h3>培训内容</h3><ol><li>修改的限值与备注，重点是苯、甲醛、三氯乙烯；</li><li>超限倍数被峰接触浓度取代后，短时间采样方案的变化；</li><li>报告模板与结论用语的相应调整。</li></ol>' +
      '<h3>要求</h3><p>请着装整齐、提前10分钟签到。因现场采样不能到会的，请在周三前告知质量管理部，另行安排补训。<em>考核不合格者暂停出具相应项目的检测结果。</em></p>',
    msgCategory: '1',
    priority: '1',
    senderName: '戴宏远',
    daysAgo: 9,
    at: '15:40',
    readBy: { field: 18, analyst: 1, reviewer: 2, approver: 1, quality: 1, reporter: 20, keeper: 22 },
  },
  {
    titile: '停电检修期间样品冷藏的补充说明',
    msgAbstract: '检修改期，本通知作废。',
    msgContent: '<p>园区原定周六的停电检修改期，样品冷藏仍按原方式进行，具体时间另行通知。</p>',
    msgCategory: '1',
    priority: '0',
    senderName: '沈月红',
    daysAgo: 6,
    at: '10:05',
    readBy: { analyst: 1 },
    recalled: true,
  },
  {
    titile: '省级实验室间比对结果反馈：空气中苯系物满意',
    msgAbstract: '苯、甲苯、二甲苯三项|Z|均小于1，结果满意；乙苯|Z|为1.8，需复核标准曲线。',
    msgContent:
      '<p>本年度浙江省职业卫生技术服务机构实验室间比对（空气中苯系物，热解吸-气相色谱法）结果已反馈：</p><ul><li>苯 Z＝0.4，甲苯 Z＝−0.6，对二甲苯 Z＝0.9：<strong>满意</strong>；</li>' +
      '<li>乙苯 Z＝1.8：满意，但接近警戒值。</li></ul><p>请检测室在两周内完成乙苯标准曲线与解吸效率的复核，并把原始记录交质量管理部归档。感谢林思远及检测室同事的工作。</p>',
    msgCategory: '1',
    priority: '0',
    senderName: '孟庆岚',
    daysAgo: 3,
    at: '16:25',
    readBy: { analyst: 2, approver: 15, reviewer: 17 },
  },
  {
    titile: '关于规范现场采样流量校准与样品交接的通知',
    msgAbstract: '采样前后各做一次带收集器的流量校准，样品当日送交样品室。',
    msgContent:
      '<p>各项目组：</p><p>近期内部核查发现个别项目流量校准记录不完整，请现场人员注意以下事项：</p><ol><li>采样前、后均须带收集器校准流量，偏差超过5%的样品作废重采。</li>' +
      '<li>气温低于5℃、高于35℃或气压超出98.8～103.4 kPa时，如实记录气象条件，以便换算标准采样体积。</li><li>样品当日送交样品室并办理交接，需冷藏的样品全程使用冷藏箱。</li></ol><p>质量管理部</p>',
    msgCategory: '1',
    priority: '2',
    senderName: '孟庆岚',
    daysAgo: 1,
    at: '08:50',
    readBy: {},
  },
  {
    titile: '演示系统使用说明',
    msgAbstract: '系统已为每个岗位准备了一个账号，可从受检单位与项目开始试用。',
    msgContent:
      '<p>欢迎使用职业卫生检测管理系统。</p><ul><li>受检单位、客户、项目为演示数据，可自由新增、修改、导入和导出。</li><li>每个岗位的账号只看到本岗位的菜单，其他岗位的工作请用相应的账号登录。</li>' +
      '<li>正式使用时，请以 DEMO=off 启动一个新的数据库。</li></ul>',
    msgCategory: '2',
    priority: '0',
    senderName: '系统管理员',
    daysAgo: 0,
    at: '08:00',
    readBy: {},
    everybody: true,
  },
  {
    titile: '关于节假日样品接收与报告签发安排的通知（征求意见）',
    msgAbstract: '节假日样品室每日9:00至12:00接样，加急报告请提前三个工作日提出。',
    msgContent:
      '<p>各科室：</p><p>节假日样品室安排值班，每日9:00至12:00接样；需在假期内签发的报告，请于放假前三个工作日提交审核。值班表附后，如需调整请告知综合部。</p>',
    msgCategory: '1',
    priority: '0',
    senderName: '系统管理员',
    daysAgo: null,
    at: '',
    readBy: {},
  },
];
