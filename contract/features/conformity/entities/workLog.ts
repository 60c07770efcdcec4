import { defineEntity } from '@contract/entity';
import { dateTime, decimal, dict, integer, longText, ref, text } from '@contract/field';

/**
 * 实验室登记: a log entry on the air of a room, the use of an instrument or the acceptance of a lot (GBZ 331-2024 5.2.6.1
 * d, 5.2.6.3.1 c, d, g).
 */
export const workLog = defineEntity({
  name: 'workLog',
  path: 'api/workLog',
  label: '实验室登记',
  titleField: 'subject',
  scope: 'organization',
  keyword: ['subject', 'samples'],
  sheet: [
    'logKind',
    'subject',
    'place',
    'equipment',
    'startAt',
    'endAt',
    'temperature',
    'humidity',
    'samples',
    'sampleCount',
    'item',
    'condition',
    'verdict',
    'remark',
  ],
  key: ['logKind', 'subject', 'startAt'],
  fields: {
    logKind: dict('登记类别', { dict: 'workLogKind', required: true }),
    subject: text('对象', { required: true, max: 200, hint: '房间或仪器的名称；验收时写明编号或批号' }),
    place: ref('房间', { to: 'place', hint: '房间温湿度登记时选择' }),
    equipment: ref('仪器设备', { to: 'equipment', hint: '仪器使用登记时选择' }),
    startAt: dateTime('开始时间', { required: true }),
    endAt: dateTime('结束时间'),
    temperature: decimal('温度', { unit: '℃', digits: 1, min: '-50', max: '100' }),
    humidity: decimal('相对湿度', { unit: '%', digits: 1, min: '0', max: '100' }),
    samples: text('样品编号', { max: 500 }),
    sampleCount: integer('样品数', { min: 0, max: 10_000 }),
    item: text('检测项目', { max: 200 }),
    condition: text('状态', { max: 200, hint: '仪器使用前后状态，或验收的项目' }),
    verdict: dict('结论', { dict: 'workLogVerdict' }),
    remark: longText('备注', { max: 500 }),
  },
  checks: [{ field: 'startAt', notAbove: 'endAt', message: '开始时间不能晚于结束时间' }],
});
