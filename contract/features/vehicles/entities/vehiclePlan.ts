import { defineEntity } from '@contract/entity';
import { dateTime, decimal, dict, file, longText, ref, refs, text } from '@contract/field';
import { vehicleTexts } from '../vehicleTexts';

/** 用车计划: a trip of a vehicle with people, instruments and times. The mileage is entered at the return. */
export const vehiclePlan = defineEntity({
  name: 'vehiclePlan',
  path: 'api/vehiclePlan',
  label: '用车计划',
  titleField: 'planNo',
  scope: 'organization',
  keyword: ['planNo', 'destination'],
  locks: [
    { field: 'state', when: ['out'], message: vehicleTexts.begun },
    { field: 'state', unless: ['planned'], message: vehicleTexts.ended },
  ],
  fields: {
    planNo: text('计划编号', { readonly: true, unique: true, max: 40 }),
    vehicle: ref('车辆', { required: true, to: 'vehicle' }),
    startAt: dateTime('出发时间', { required: true }),
    endAt: dateTime('返回时间', { required: true }),
    driver: ref('驾驶人', { required: true, to: 'user' }),
    people: refs('随车人员', { to: 'user' }),
    project: ref('项目', { to: 'project' }),
    destination: text('目的地', { required: true, max: 100 }),
    purpose: text('事由', { max: 100 }),
    instruments: refs('随车设备', { to: 'equipment' }),
    state: dict('状态', { dict: 'vehiclePlanState', readonly: true, initial: 'planned' }),
    startMileage: decimal('出车里程', { readonly: true, unit: 'km' }),
    endMileage: decimal('收车里程', { readonly: true, unit: 'km' }),
    departedAt: dateTime('出车时间', { readonly: true }),
    returnedAt: dateTime('收车时间', { readonly: true }),
    attachment: file('附件', {
      accept: 'document',
      hint: '用车申请、审批单、通行费票据等；有多份时请合并为一个文件，出车和收车后也可以补充',
    }),
    remark: longText('备注', { max: 300 }),
  },
  checks: [{ field: 'startAt', notAbove: 'endAt', message: '出发时间不能晚于返回时间' }],
});
