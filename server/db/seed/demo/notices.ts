/** What people find unread when they sign in for the first time. */
export const notices = [
  {
    titile: '关于规范现场采样流量校准与样品交接的通知',
    msgAbstract: '采样前后各做一次带收集器的流量校准，样品当日送交样品室。',
    msgContent:
      '<p>各项目组：</p><p>近期内部核查发现个别项目流量校准记录不完整，请现场人员注意以下事项：</p><ol><li>采样前、后均须带收集器校准流量，偏差超过5%的样品作废重采。</li>' +
      '<li>气温低于5℃、高于35℃或气压超出98.8～103.4 kPa时，如实记录气象条件，以便换算标准采样体积。</li><li>样品当日送交样品室并办理交接，需冷藏的样品全程使用冷藏箱。</li></ol><p>质量管理部</p>',
    msgCategory: '1',
    priority: '1',
  },
  {
    titile: '演示系统使用说明',
    msgAbstract: '系统已为每个岗位准备了一个账号，可从受检单位与项目开始试用。',
    msgContent:
      '<p>欢迎使用职业卫生检测管理系统。</p><ul><li>受检单位、客户、项目为演示数据，可自由新增、修改、导入和导出。</li><li>每个岗位的账号只看到本岗位的菜单；标为“建设中”的页面将在后续版本开放。</li>' +
      '<li>正式使用时，请以 DEMO=off 启动一个新的数据库。</li></ul>',
    msgCategory: '2',
    priority: '0',
  },
] as const;
