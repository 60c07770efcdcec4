/** Who orders inspections of the first organisation; units point at them by their place in this list. */
export const customers = [
  { customerName: '浙江恒驰装备集团有限公司', creditCode: '91330106MA86DWKG3Q', level: 'A', industry: 'C34', region: '浙江省/杭州市/西湖区', contact: '傅明华', phone: '13906514872', address: '浙江省杭州市西湖区文三西路566号', invoiceTitle: '浙江恒驰装备集团有限公司', remark: '集团统一签订年度框架合同，各子公司分别出具报告' },
  { customerName: '湖州南浔临沪园区运营有限公司', creditCode: '91330502MADE2J3W7P', level: 'B', industry: 'L72', region: '浙江省/湖州市/南浔区', contact: '沈佳音', phone: '13587224619', address: '浙江省湖州市南浔区年丰路2288号', invoiceTitle: '湖州南浔临沪园区运营有限公司' },
  { customerName: '杭州安衡企业管理咨询有限公司', creditCode: '91330110MAFXDB7T70', level: 'B', industry: 'L72', region: '浙江省/杭州市/余杭区', contact: '罗亦凡', phone: '18857190326', address: '浙江省杭州市余杭区良睦路1399号', invoiceTitle: '杭州安衡企业管理咨询有限公司', remark: '职业健康托管服务，代多家企业委托' },
  { customerName: '台州东矶汽车零部件集团有限公司', creditCode: '91331003MAC6B9HR82', level: 'A', industry: 'C36', region: '浙江省/台州市/黄岩区', contact: '牟卫国', phone: '13806590247', address: '浙江省台州市黄岩区澄江街道双浦路77号', invoiceTitle: '台州东矶汽车零部件集团有限公司' },
  { customerName: '绍兴柯桥鉴湖印染集团有限公司', creditCode: '91330621MAFL3XF05H', level: 'B', industry: 'C17', region: '浙江省/绍兴市/柯桥区', contact: '平尔康', phone: '13957568014', address: '浙江省绍兴市柯桥区滨海工业区九一丘', invoiceTitle: '绍兴柯桥鉴湖印染集团有限公司' },
  { customerName: '嘉兴桐川化工股份有限公司', creditCode: '91330483MAH9NP2H14', level: 'A', industry: 'C26', region: '浙江省/嘉兴市/桐乡市', contact: '邱振宇', phone: '13605832971', address: '浙江省嘉兴市桐乡市濮院镇新港路155号', invoiceTitle: '嘉兴桐川化工股份有限公司', remark: '报告一式三份，寄桐乡总部' },
  { customerName: '宁波鄞州四明检修服务有限公司', creditCode: '91330212MA8N31YK1P', level: 'C', industry: 'C43', region: '浙江省/宁波市/鄞州区', contact: '竺敏', phone: '15958810734', address: '浙江省宁波市鄞州区姜山镇科技园区金茂路19号' },
  { customerName: '宁波甬港装备产业发展有限公司', creditCode: '91330206MA8JMM8W10', level: 'B', industry: 'L72', region: '浙江省/宁波市/北仑区', contact: '乐静怡', phone: '13685740938', address: '浙江省宁波市北仑区明州路701号', invoiceTitle: '宁波甬港装备产业发展有限公司' },
] as const;
