import { parseSequenceColumns } from './sequenceColumns';
import { parseStockConcentrations } from './stockConcentrations';
import { parseUncertaintyLevels } from './uncertaintyLevels';

// Every validation rule with its exact message (SPEC §5). Form, server and importer share them.

interface ValidationRule {
  /** Returns whether a non-empty value satisfies the rule. `required` checks for empty values. */
  readonly test: (value: string) => boolean;
  readonly message: string;
}

const patternRule = (expression: RegExp, message: string): ValidationRule => ({
  test: (value) => expression.test(value),
  message,
});

const phoneMessage = '请输入正确的电话号码';

/**
 * Message of SPEC §5, which does not list `"`. The pattern also refuses `"`, as the column of the rule in SPEC §5
 * requires.
 */
const fileSafeMessage = '格式错误，不能含有/:*?<>|';

const octetPattern = '(25[0-5]|2[0-4]\\d|1\\d{2}|[1-9]?\\d)';

export const rules = {
  /** Rule for mail addresses; the specification does not prescribe its message. */
  email: patternRule(
    /^[^\s@<>(),;:"\\[\]]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/,
    '请输入正确的邮箱地址',
  ),
  /** Rule for mobile numbers: eleven digits that begin with 13 to 18. */
  mobile: patternRule(/^1[3-8]\d{9}$/, phoneMessage),
  /** Rule for mobile numbers with newer number ranges: eleven digits that begin with 12 to 19. */
  phone: patternRule(/^1[2-9]\d{9}$/, phoneMessage),
  /**
   * Rule for one telephone of a business card: a mobile of 11 digits, a landline with or without area code and
   * extension (0571-84674516转801), a service number (400-…).
   */
  telephone: patternRule(
    /^(?:(?:\+?86[- ]?)?1[2-9]\d{9}|(?:0\d{2,3}[- ]?)?[2-9]\d{6,7}(?:(?:-|转|分机)\d{1,6})?|[48]00[- ]?\d{3}[- ]?\d{4}(?:(?:-|转)\d{1,6})?)$/,
    phoneMessage,
  ),
  ip: patternRule(new RegExp(`^${octetPattern}(\\.${octetPattern}){3}$`), '请输入正确的IP地址'),
  userName: patternRule(/^[A-Za-z0-9]+$/, '请输入正确用户名，用户名为字母与数字组合'),
  number: patternRule(/^-?\d+(\.\d+)?$/, '只能为数字'),
  numberOrDash: patternRule(/^(-?\d+(\.\d+)?|-)$/, '只能为数字或者-'),
  positiveNumber: patternRule(/^(?!0+(\.0+)?$)\d+(\.\d+)?$/, '只能输入大于0的数字'),
  /** Rule for 统一社会信用代码: two alphanumeric characters, six digits, ten alphanumeric characters. */
  unifiedCode: patternRule(/^[0-9A-Za-z]{2}\d{6}[0-9A-Za-z]{10}$/, '格式错误，请检查'),
  /** Rule for the public base address of the product, with which links and QR codes begin. */
  webAddress: patternRule(
    /^https?:\/\/[^\s/?#@]+\/?$/,
    '应为http://或https://开头的网址，不带路径，例如https://lab.example.com',
  ),
  colour: patternRule(/^#[0-9a-fA-F]{6}$/, '请输入六位颜色值，例如#007873'),
  fileSafeName: patternRule(/^[^/:*?"<>|]*$/, fileSafeMessage),
  /** Rule for a number, or `<` (half-width) and a number for a value below the detection limit. */
  valueOrBelowLimit: patternRule(
    /^(<\s*\d+(\.\d+)?|-?\d+(\.\d+)?)$/,
    '格式有误，需填写固定值或小于检出限,请使用英文小于符号',
  ),
  password: patternRule(
    /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[^A-Za-z0-9\s])\S{8,16}$/,
    '长度在 8 到 16 个字符,必须包含大写字母、小写字母、数字和特殊符号',
  ),
  /** Rule for levels of an uncertainty in one line, see `parseUncertaintyLevels`. */
  uncertaintyLevels: {
    test: (value) => parseUncertaintyLevels(value) !== null,
    message: '格式不正确，应为“0.1～1：20%（k=2）；20～100：8%（k=2）”，各水平不能重叠',
  },
  /** Rule for concentrations of a stock solution in one line, see `parseStockConcentrations`. */
  stockConcentrations: {
    test: (value) => parseStockConcentrations(value) !== null,
    message: '格式不正确，应为“1000”，或“苯 1000；甲苯 2000”，每个组分写一次',
  },
  /** Rule for columns of an instrument's sequence file in one line, see `parseSequenceColumns`. */
  sequenceColumns: {
    test: (value) => parseSequenceColumns(value) !== null,
    message: '格式不正确，应为“Vial=进样位；Sample Name=样品名；Method="BTX.M"”',
  },
  nonNegativeInteger: patternRule(/^\d*$/, '只能填写非负整数'),
} as const satisfies Record<string, ValidationRule>;

export type RuleName = keyof typeof rules;
