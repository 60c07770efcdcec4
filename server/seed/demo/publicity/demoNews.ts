import type { fixedDictionaries } from '@contract/dictionaries';

interface DemoNews {
  readonly title: string;
  readonly category: (typeof fixedDictionaries.newsCategory)[number]['value'];
  readonly source?: string;
  readonly author?: string;
  readonly summary: string;
  readonly cover?: 'policy' | 'standard' | 'science' | 'agency';
  readonly topped?: true;
  /** Day of publication, in days from today. */
  readonly published: number;
  readonly views: number;
  readonly content: string;
}

const paragraphsHtml = (...lines: readonly string[]): string => lines.map((line) => `<p>${line}</p>`).join('');
const listHtml = (...items: readonly string[]): string =>
  `<ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol>`;

/** All articles but the last belong to the first organization. The order has no meaning. */
export const news: readonly DemoNews[] = [
  {
    title: '如何查询和核实职业卫生检测报告',
    category: 'agency',
    author: '综合管理部',
    cover: 'agency',
    topped: true,
    published: -40,
    views: 512,
    summary: '凭用人单位名称或报告编号，可在报告公示中查到报告的基本信息、项目组人员与现场影像。',
    content: `${paragraphsHtml('我机构出具的职业卫生检测与评价报告，签发后在本网站公示。用人单位、劳动者和社会公众都可以查询，不需要登录。')}<h3>查询方法</h3>${listHtml('打开页面上方的“报告公示”；', '输入用人单位名称的一部分，或者报告封面上的报告编号，点击“查询”；', '点击查到的单位名称，核对报告类别、报告日期、项目组人员和现场影像。')}<h3>查不到怎么办</h3>${paragraphsHtml('刚刚签发的报告可能还没有公示；已经更正的报告，公示会先行撤回，更正后重新公布。对报告有疑问的，请携带报告到我机构核实。')}`,
  },
  {
    title: 'GBZ 2.1-2019《工作场所有害因素职业接触限值 第1部分：化学有害因素》要点',
    category: 'standard',
    source: '技术部整理',
    author: '林思远',
    cover: 'standard',
    published: -34,
    views: 846,
    summary: '标准以峰接触浓度取代超限倍数，增补了一批化学物质的限值，检测与评价时应注意区分。',
    content: `${paragraphsHtml('GBZ 2.1-2019于2019年发布，是工作场所化学有害因素检测与评价的主要依据。与前一版本相比，检测人员应特别注意以下几点。')}<h3>限值的种类</h3><table><tbody><tr><th>限值</th><th>含义</th><th>评价方式</th></tr><tr><td>PC-TWA</td><td>时间加权平均容许浓度</td><td>8小时工作日、40小时工作周的平均接触</td></tr><tr><td>PC-STEL</td><td>短时间接触容许浓度</td><td>15分钟时间加权平均，逐个样品评价</td></tr><tr><td>MAC</td><td>最高容许浓度</td><td>任何时间都不应超过</td></tr></tbody></table><h3>主要变化</h3>${listHtml('引入峰接触浓度（PE），取代原来的超限倍数；', '新增28种化学物质的职业接触限值，并调整了部分物质的限值和标识；', '对经皮肤吸收、致敏、致癌的标识作了补充。')}${paragraphsHtml('评价时应当使用采样日期有效的限值版本；样品浓度低于最低检出浓度的，以“小于最低检出浓度”报出。')}`,
  },
  {
    title: '用人单位在职业病危害因素检测中的法定义务',
    category: 'policy',
    source: '《中华人民共和国职业病防治法》',
    cover: 'policy',
    published: -29,
    views: 623,
    summary: '日常监测、定期检测、结果公布与档案保存，是法律对存在职业病危害的用人单位提出的基本要求。',
    content: `${paragraphsHtml('《中华人民共和国职业病防治法》对存在职业病危害的用人单位规定了监测、检测和告知的义务，概括如下。')}${listHtml('<strong>日常监测</strong>：实施由专人负责的职业病危害因素日常监测，并确保监测系统处于正常运行状态。', '<strong>定期检测、评价</strong>：按照规定定期对工作场所进行职业病危害因素检测、评价，由依法设立的职业卫生技术服务机构进行。', '<strong>报告与公布</strong>：检测、评价结果存入用人单位职业卫生档案，定期向所在地卫生行政部门报告并向劳动者公布。', '<strong>治理</strong>：发现不符合国家职业卫生标准和卫生要求时，立即采取相应治理措施；仍然达不到要求的，必须停止存在职业病危害因素的作业。')}<blockquote>检测当日，用人单位应当安排熟悉工艺的人员陪同，保证生产设备和防护设施处于正常运行状态。</blockquote>`,
  },
  {
    title: '防颗粒物口罩怎么选、怎么戴',
    category: 'science',
    source: '职业健康科普',
    author: '孟庆岚',
    cover: 'science',
    published: -22,
    views: 1094,
    summary: '过滤效率够高还不够，密合才有效。每次佩戴后都要做一次气密性检查。',
    content: `${paragraphsHtml('粉尘作业岗位常用自吸过滤式防颗粒物呼吸器，俗称防尘口罩。普通纱布口罩和医用口罩不能代替。')}<h3>选择</h3>${listHtml('看标准：包装上应标注GB 2626及过滤元件级别，如KN95、KP95；', '看岗位：矽尘、石棉、铅烟等毒性较高的颗粒物，应选用更高级别；有油雾时选KP类；', '看脸型：胡须、鬓角会破坏密合，应先剃除。')}<h3>佩戴与检查</h3>${listHtml('双手持口罩扣住口鼻，先拉下方头带，再拉上方头带；', '双手食指按压鼻夹，使其贴合鼻梁；', '盖住口罩快速呼气、吸气，边缘不漏气为合格。')}${paragraphsHtml('呼吸阻力明显增大、口罩破损或者沾湿时应立即更换。')}`,
  },
  {
    title: '噪声作业：85分贝意味着什么',
    category: 'science',
    source: '职业健康科普',
    author: '周海涛',
    published: -16,
    views: 738,
    summary: '每周工作5天、每天工作8小时，稳态噪声限值为85 dB(A)；接触时间减半，允许增加3 dB(A)。',
    content: `${paragraphsHtml('噪声聋是我国常见的职业病之一，早期没有痛感，一旦形成就难以恢复。')}<h3>限值是怎么定的</h3>${paragraphsHtml('GBZ 2.2-2007规定，每周工作5天、每天工作8小时的稳态噪声限值为85 dB(A)，非稳态噪声以等效声级评价。接触时间减半，允许的声级增加3 dB(A)：4小时88 dB(A)，2小时91 dB(A)。')}<h3>个人能做什么</h3>${listHtml('声级超过85 dB(A)的场所全程佩戴护听器，哪怕只摘下半小时，防护效果也会大打折扣；', '耳塞先洗手再揉细，拉起耳廓塞入，等待膨胀；', '按规定参加上岗前、在岗期间和离岗时的职业健康检查。')}`,
  },
  {
    title: '空气采样为什么要记录气温和气压',
    category: 'standard',
    source: '技术部整理',
    author: '林思远',
    published: -13,
    views: 402,
    summary: '气温低于5℃、高于35℃或者气压超出98.8～103.4 kPa时，采样体积要换算成标准采样体积。',
    content: `${paragraphsHtml('同样数量的空气，在不同的温度和气压下体积并不相同。为使结果可以相互比较，GBZ 159规定了标准采样体积，即气温20℃、气压101.3 kPa时的体积。')}<h3>什么时候换算</h3>${paragraphsHtml('采样地点气温低于5℃、高于35℃，或者气压低于98.8 kPa、高于103.4 kPa时，应当换算。')}<pre>V0 = V × 293 / (273 + t) × P / 101.3</pre>${paragraphsHtml('其中V0为标准采样体积，V为采样体积（L），t为气温（℃），P为气压（kPa）。')}<h3>对现场的要求</h3>${listHtml('每个采样时段分别记录气温、气压、相对湿度和风速；', '采样前后带收集器各校准一次流量，相对偏差不超过5%；', '如实记录，不得事后补记。')}`,
  },
  {
    title: '我机构举办职业卫生开放日活动',
    category: 'agency',
    author: '综合管理部',
    cover: 'agency',
    published: -7,
    views: 187,
    summary: '四十余名企业职业卫生管理人员走进实验室，了解样品从接收到出具报告的全过程。',
    content: `${paragraphsHtml('近日，浙江衡谱职业健康检测技术有限公司举办职业卫生开放日活动，来自杭州、宁波、绍兴等地的四十余名企业职业卫生管理人员参加。')}${paragraphsHtml('技术人员带领来访者参观了样品室、天平室、气相色谱室和原子吸收室，讲解样品流转、平行样和加标回收等质量控制措施，并现场演示了个体采样器的佩戴和流量校准。')}${paragraphsHtml('座谈中，与会人员就检测点位的设置、检测当日的生产工况、超标岗位的整改复测等问题进行了交流。我机构将每季度举办一次开放日，欢迎各单位联系参加。')}`,
  },
  {
    title: '密闭空间作业：先通风、再检测、后作业',
    category: 'industry',
    source: '职业健康科普',
    author: '姜雪',
    published: -3,
    views: 233,
    summary: '污水池、反应釜、储罐等密闭空间可能缺氧或者积聚有毒气体，未经检测合格不得进入。',
    content: `${paragraphsHtml('密闭空间通风不良，容易缺氧，也容易积聚硫化氢、一氧化碳等有毒气体和可燃气体。事故中的伤亡常常发生在盲目施救的人身上。')}${listHtml('实行准入管理，作业前办理许可，明确监护人和应急救援人员；', '进入前充分通风，禁止用纯氧通风；', '依次检测氧含量、可燃气体和有毒气体，合格后方可进入，作业中持续监测；', '发生意外时，未佩戴隔绝式呼吸防护用品的人员不得进入施救，应立即报警。')}`,
  },
];
