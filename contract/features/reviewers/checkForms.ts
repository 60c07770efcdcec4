import type { fixedDictionaries } from '@contract/dictionaries';

export type CheckFormKey = (typeof fixedDictionaries.outsideForm)[number]['value'];

interface CheckFormItem {
  readonly category: string;
  readonly content: string;
  /** Maximum points of the line; the points of the form sum to 100. */
  readonly fullScore: number;
}

const formItem = (category: string, content: string, fullScore: number): CheckFormItem => ({
  category,
  content,
  fullScore,
});

/**
 * Check forms of an external reviewer; the points of each form sum to 100. A task keeps the lines that the form had
 * at its assignment.
 */
export const checkForms: Readonly<Record<CheckFormKey, readonly CheckFormItem[]>> = {
  report: [
    formItem('报告信息', '委托单位、受检单位、检测类别、采样与检测日期完整，与合同和现场记录一致', 10),
    formItem('报告信息', '资质证书在有效期内，检测项目均在资质范围内', 10),
    formItem('检测依据', '采样与检测方法为现行有效标准，与方法库一致', 10),
    formItem('检测结果', '检测点、岗位与接触时间和现场调查一致', 10),
    formItem('检测结果', '结果的单位、有效位数、检出限表示正确', 15),
    formItem('检测结果', '时间加权平均接触浓度、短时间接触浓度和峰接触浓度计算正确', 15),
    formItem('结果判定', '所用职业接触限值为采样日有效的限值，判定正确', 15),
    formItem('结论', '结论与结果一致，超标岗位和因素没有遗漏', 10),
    formItem('签发', '编制、审核、签发由不同的人完成，签名齐全', 5),
  ],
  record: [
    formItem('样品', '样品编号唯一，接收、分发和检测的时间连续', 10),
    formItem('仪器与试剂', '仪器在检定或校准有效期内，标准物质和试剂没有过期', 15),
    formItem('标准曲线', '曲线的点数、相关系数和有效期符合方法要求', 15),
    formItem('检测数据', '原始读数、定容体积、稀释倍数可以追溯', 15),
    formItem('检测数据', '计算过程可以复核，数值修约符合GB/T 8170', 15),
    formItem('质量控制', '空白、平行样、加标回收和质控样的频次与结果符合要求', 20),
    formItem('记录管理', '更正处可见原值、更正人、日期与原因；检测、复核、审核签名齐全', 10),
  ],
  site: [
    formItem('现场调查', '岗位、接触时间、防护设施和个体防护用品记录完整', 15),
    formItem('采样方案', '采样点、采样对象、样品数量和时段符合GBZ 159', 20),
    formItem('采样设备', '采样前后流量校准，偏差不超过5%', 15),
    formItem('采样过程', '采样流量、起止时间、气象条件记录完整', 20),
    formItem('空白样品', '现场空白和运输空白的数量符合要求', 10),
    formItem('样品交接', '样品的保存、运输和交接记录完整，在保存期限内送检', 10),
    formItem('见证', '陪同人签字，现场照片或视频齐全', 10),
  ],
};
