/** Texts of vehicles and their plans, for client and server. */
export const vehicleTexts = {
  doubleBooked: (plate: string, from: string, to: string, planNo: string, destination: string, driver: string) =>
    `${plate}在${from}至${to}已有用车计划${planNo}（${destination}，驾驶人${driver}），请改用其他车辆或调整时间`,
  endBeforeStart: '返回时间应晚于出发时间',
  tooLong: '一次用车最多31天，请分开计划',
  notAvailable: (plate: string, status: string) => `${plate}当前为“${status}”，不能安排用车，请另选车辆`,
  tooMany: (plate: string, seats: number, people: number) =>
    `${plate}核定${seats}座，随车${people}人（含驾驶人），请减少人员或改用其他车辆`,
  driverTwice: '驾驶人不用再列入随车人员',
  begun: '已出车的用车计划不能修改，请办理收车；附件可以在计划详情中补充',
  attachCancelled: '用车计划已取消，不能再更换附件；请另建用车计划',
  attached: (planNo: string) => `${planNo}的附件已保存`,
  ended: '用车计划已结束，不能修改；已收车的，附件可以在计划详情中补充',
  overdue: (plate: string, dueLabel: string, dueDate: string) =>
    `${plate}的${dueLabel}已于${dueDate}到期，不能出车；请更新有效期或改用其他车辆`,
  alreadyOut: (plate: string, planNo: string) => `${plate}正由用车计划${planNo}使用，尚未收车`,
  notPlanned: '该用车计划不是“已计划”状态，请刷新后查看',
  notOut: '该用车计划不是“已出车”状态，请刷新后查看',
  mileageNeeded: '请填写里程',
  mileageBack: (last: string) => `里程不能小于上次记录的${last} km；上次记录有误的，请先在车辆登记中更正当前里程`,
  mileageJump: (last: string, km: string) =>
    `比上次记录的${last} km多${km} km，超过5000 km，请核对里程；上次记录有误的，请先在车辆登记中更正当前里程`,
  mileageBeforeStart: (start: string) => `收车里程不能小于出车里程${start} km；出车里程有误的请一并更正`,
  mileageFar: (km: string) => `本次行驶${km} km，超过5000 km，请核对里程`,
  departed: (planNo: string) => `${planNo}已出车`,
  cameBack: (planNo: string, km: string) => `${planNo}已收车，行驶${km} km`,
  cancelled: (planNo: string) => `${planNo}已取消`,
  conflict: {
    vehicle: (plate: string, planNo: string, times: string) => `${plate}已有用车计划${planNo}（${times}）`,
    person: (name: string, planNo: string, times: string) => `${name}已列入用车计划${planNo}（${times}）`,
    personDay: (name: string, project: string, day: string) => `${name}在${day}有项目${project}的现场采样`,
    instrument: (name: string, planNo: string, times: string) => `设备${name}已列入用车计划${planNo}（${times}）`,
    instrumentOut: (name: string, from: string, project: string) =>
      `设备${name}自${from}起出库${project ? `用于项目${project}` : ''}，尚未入库`,
    instrumentWas: (name: string, from: string, to: string, project: string) =>
      `设备${name}在${from}至${to}出库${project ? `用于项目${project}` : ''}`,
    due: (plate: string, dueLabel: string, dueDate: string) => `${plate}的${dueLabel}在返回前到期（${dueDate}）`,
    calibration: (name: string, dueDate: string) => `设备${name}的检定/校准在返回前到期（${dueDate}）`,
    seats: (plate: string, seats: number, people: number) => `${plate}核定${seats}座，随车${people}人（含驾驶人）`,
    away: (plate: string, status: string) => `${plate}当前为“${status}”`,
  },
} as const;

/**
 * Returns the number of a plan, e.g. YC2026-0001. Each organization has one series per year.
 * @param year four digits
 * @param count count within the year, from 1
 */
export const vehiclePlanNumber = (year: string, count: number): string => `YC${year}-${String(count).padStart(4, '0')}`;
