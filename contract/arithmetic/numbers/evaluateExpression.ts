import { CalculationProblem } from './calculationProblem';
import { Decimal, type Numeric, numberOf } from './decimalNumbers';

// Evaluates the 计算式 that a person types into a record of the generic method: four operations, brackets and the
// record's variables. The text is parsed and never executed, because anybody can type it.

type ExpressionToken = { readonly kind: 'number' | 'name' | 'sign'; readonly text: string };

const operatorAliases: Readonly<Record<string, string>> = {
  '×': '*',
  '÷': '/',
  '（': '(',
  '）': ')',
  '－': '-',
  '−': '-',
  '＋': '+',
};
const tokenPattern = /^\s*(?:(\d+(?:\.\d+)?)|(\p{L}[\p{L}\p{N}]*)|([-+*/()×÷（）－−＋]))/u;
const maxLength = 200;

function tokensOf(expression: string): ExpressionToken[] {
  if (expression.length > maxLength) throw new CalculationProblem('outOfRange', `计算式不能超过${maxLength}个字符`);
  const tokens: ExpressionToken[] = [];
  let remainingText = expression.trimEnd();
  while (remainingText !== '') {
    const match = tokenPattern.exec(remainingText);
    if (!match)
      throw new CalculationProblem('notNumber', `计算式中有不能识别的内容“${remainingText.trim().charAt(0)}”`);
    const [matchedText, number, name, signText] = match;
    tokens.push(
      number
        ? { kind: 'number', text: number }
        : name
          ? { kind: 'name', text: name }
          : { kind: 'sign', text: operatorAliases[signText ?? ''] ?? signText ?? '' },
    );
    remainingText = remainingText.slice(matchedText.length);
  }
  return tokens;
}

/**
 * Evaluates an expression in decimal arithmetic. `×` and `÷` are accepted for `*` and `/`, and full-width brackets,
 * plus and minus for their ASCII signs.
 * @param variables values by name; only variables in the expression have to be numbers
 * @throws CalculationProblem for more than 200 characters, a malformed expression, an unknown name, an empty variable
 * or a division by zero
 * @example evaluateExpression('p1×2+k', { p1: '1.5', k: '3' }) // 6
 */
export function evaluateExpression(
  expression: string,
  variables: Readonly<Record<string, Numeric | null | undefined>>,
): Decimal {
  const tokens = tokensOf(expression);
  let position = 0;
  const malformedError = () => new CalculationProblem('notNumber', '计算式不完整，请检查括号和运算符');
  const takeSign = (...signs: string[]): string | undefined => {
    const token = tokens[position];
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined;
    position += 1;
    return token.text;
  };

  function factor(): Decimal {
    if (takeSign('-')) return factor().negated();
    if (takeSign('(')) {
      const inner = sum();
      if (!takeSign(')')) throw malformedError();
      return inner;
    }
    const token = tokens[position];
    position += 1;
    if (token?.kind === 'number') return new Decimal(token.text);
    if (token?.kind !== 'name') throw malformedError();
    if (!Object.hasOwn(variables, token.text))
      throw new CalculationProblem('unknown', `计算式中的“${token.text}”不是可用的变量`);
    return numberOf(variables[token.text], token.text);
  }

  function product(): Decimal {
    let value = factor();
    for (let sign = takeSign('*', '/'); sign; sign = takeSign('*', '/')) {
      const next = factor();
      if (sign === '/' && next.isZero()) throw new CalculationProblem('outOfRange', '计算式中的除数为0');
      value = sign === '*' ? value.times(next) : value.dividedBy(next);
    }
    return value;
  }

  function sum(): Decimal {
    let value = product();
    for (let sign = takeSign('+', '-'); sign; sign = takeSign('+', '-'))
      value = sign === '+' ? value.plus(product()) : value.minus(product());
    return value;
  }

  if (tokens.length === 0) throw new CalculationProblem('missing', '请填写计算式');
  const value = sum();
  if (position < tokens.length) throw malformedError();
  return value;
}
