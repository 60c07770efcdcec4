const two = (part: number): string => String(part).padStart(2, '0');

/** `2024-05-01`, as the calendar on the wall has it. */
export const dayText = (moment: Date): string => `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;

/** `083000` */
export const timeText = (moment: Date): string => two(moment.getHours()) + two(moment.getMinutes()) + two(moment.getSeconds());

/** Today, as the person's own calendar has it. */
export const todayText = (): string => dayText(new Date());
