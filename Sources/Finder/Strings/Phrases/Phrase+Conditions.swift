extension Phrase {
  /// What FetchKit says of predicates, besides the faults that have words of their own.
  nonisolated static let conditions: [Phrase] = [
    Phrase("a number", "数字", "число"), Phrase("a string", "字符串", "строка"),
    Phrase("a date", "日期", "дата"), Phrase("data", "数据", "данные"),
    Phrase("a list", "列表", "список"), Phrase("an object", "对象", "объект"),
    Phrase("nothing", "没有", "ничего"),
    Phrase("nested more than {} levels deep", "嵌套超过 {} 层", "вложено глубже {} уровней"),
    Phrase(
      "the predicate is nested too deeply for SQLite", "条件嵌套过深", "условие вложено слишком глубоко"),
    Phrase("expected a name after '{}'", "'{}' 之后应为名称", "после '{}' нужно имя"),
    Phrase(
      "expected a placeholder such as %@, %K or %d", "应为占位符，例如 %@、%K 或 %d",
      "нужен знак подстановки, например %@, %K или %d"),
    Phrase("no argument is left for {}", "{} 没有对应的参数", "для {} нет значения"),
    Phrase(
      "{} more arguments than placeholders", "参数比占位符多 {} 个",
      "значений больше, чем мест для них: на {}"),
    Phrase("found '{}' in the number {}", "数字中有 '{}'：{}", "знак '{}' в числе {}"),
    Phrase("the number {} is too large", "数字 {} 太大", "число {} слишком велико"),
    Phrase("'{}' is no number in base {}", "'{}' 不是 {} 进制的数字", "'{}' не число по основанию {}"),
    Phrase("the string ends in a backslash", "字符串以反斜杠结尾", "строка кончается обратной чертой"),
    Phrase("'{}' is no character", "'{}' 不是字符", "'{}' не знак"),
    Phrase("\\u{} is no character", "\\u{} 不是字符", "\\u{} не знак"),
    Phrase("\\u{} is half of a character", "\\u{} 只是半个字符", "\\u{} лишь половина знака"),
    Phrase(
      "expected {} hexadecimal digits in the string", "字符串中应有 {} 位十六进制数字",
      "в строке нужны шестнадцатеричные цифры: {}"),
    Phrase("%s takes a string, the argument is another value", "%s 需要字符串", "%s: нужна строка"),
    Phrase(
      "%K takes a key path, the argument is empty", "%K 需要键，参数为空", "%K: нужен ключ, а его нет"),
    Phrase("%K takes a key path, the argument is another value", "%K 需要键", "%K: нужен ключ"),
    Phrase("%{} takes a number, the argument is another value", "%{} 需要数字", "%{}: нужно число"),
    Phrase(
      "%{} takes an integer, the argument is too large", "%{} 的整数太大", "%{}: слишком большое целое"),
    Phrase("there is no function '{}'", "没有函数 '{}'", "нет функции '{}'"),
    Phrase(
      "there is no function '{}', did you mean '{}'?", "没有函数 '{}'，是否指 '{}'？",
      "нет функции '{}'; может быть, '{}'?"),
    Phrase(
      "FUNCTION takes an object and the name of a function", "FUNCTION 需要对象和函数名",
      "FUNCTION: нужны объект и имя функции"),
    Phrase(
      "{} takes {} argument, found {}", "{} 需要 {} 个参数，此处为 {} 个", "{}: значений нужно {}, а здесь {}"
    ),
    Phrase(
      "{} takes {} arguments, found {}", "{} 需要 {} 个参数，此处为 {} 个",
      "{}: значений нужно {}, а здесь {}"),
    Phrase("{} takes a collection, found nothing", "{} 需要集合", "{}: нужен набор значений"),
    Phrase("the variable ${} has no value", "变量 ${} 没有值", "у переменной ${} нет значения"),
    Phrase("it takes too long", "耗时过长", "слишком долго"),
    Phrase(
      "pattern '{}' takes too long: simplify it", "模式 '{}' 耗时过长：请简化",
      "шаблон '{}' выполняется слишком долго: упростите его"),
    Phrase(
      "\"{}\" is not a regular expression: {} at character {}", "“{}” 不是正则表达式：{}（第 {} 个字符）",
      "«{}» не регулярное выражение: {} (знак {})"),
    Phrase(
      "\"{}\" is not a regular expression: {}", "“{}” 不是正则表达式：{}",
      "«{}» не регулярное выражение: {}"),
    Phrase("'(' is not closed", "'(' 未闭合", "'(' не закрыта"),
    Phrase("unmatched ')'", "')' 没有对应的 '('", "')' ничего не закрывает"),
    Phrase("'[' is not closed", "'[' 未闭合", "'[' не закрыта"),
    Phrase("nothing to repeat", "没有可重复的内容", "нечего повторять"),
    Phrase("nothing after '\\'", "'\\' 之后没有内容", "после '\\' ничего нет"),
    Phrase("invalid syntax", "无法理解", "оно непонятно"),
    Phrase(
      "{} cannot be used with ANY or ALL on this operand", "此处 {} 不能与 ANY 或 ALL 同用",
      "{} здесь не сочетается с ANY и ALL"),
    Phrase(
      "IN needs a list, a to-many or a string on its right, found {}", "IN 右边应为列表、多值键或字符串，此处为{}",
      "IN: справа нужен список, ключ со многими значениями или строка, а здесь: {}"),
    Phrase(
      "IN needs a collection or a string on its right, found {}", "IN 右边应为集合或字符串，此处为{}",
      "IN: справа нужен набор или строка, а здесь: {}"),
    Phrase(
      "CONTAINS needs a collection or a string on its left, found {}", "CONTAINS 左边应为集合或字符串，此处为{}",
      "CONTAINS: слева нужен набор или строка, а здесь: {}"),
    Phrase("cannot order {} and {}", "{}与{}无法比较大小", "нельзя упорядочить: {} и {}"),
    Phrase("cannot calculate with {}", "{}不能用于计算", "с этим нельзя считать: {}"),
    Phrase("expected a string, found {}", "应为字符串，此处为{}", "нужна строка, а здесь: {}"),
    Phrase(
      "UTI-CONFORMS-TO needs the hierarchy of types, which this system does not have",
      "UTI-CONFORMS-TO 需要类型层级，此系统没有", "UTI-CONFORMS-TO: в этой системе нет иерархии типов"),
    Phrase(
      "ANY, ALL and NONE need a collection on their left, found {}", "ANY、ALL、NONE 左边应为集合，此处为{}",
      "ANY, ALL и NONE: слева нужен набор, а здесь: {}"),
    Phrase(
      "{} needs a to-many or a list on its left", "{} 左边应为多值键或列表",
      "{}: слева нужен ключ со многими значениями или список"),
    Phrase(
      "SELF cannot be compared in a store; name one of its keys", "SELF 不能直接比较，请写出它的键",
      "SELF не сравнить целиком, назовите его ключ"),
    Phrase(
      "a list can only stand beside IN, BETWEEN, ANY and ALL in a store",
      "列表只能与 IN、BETWEEN、ANY、ALL 同用",
      "список бывает только при IN, BETWEEN, ANY и ALL"),
    Phrase(
      "SUBQUERY needs .@count, [SIZE] or a quantifier in a store", "SUBQUERY 需要 .@count、[SIZE] 或量词",
      "SUBQUERY: нужны .@count, [SIZE] или ANY, ALL, NONE"),
    Phrase(
      "SUBQUERY needs a to-many as its first argument", "SUBQUERY 的第一个参数应为多值键",
      "SUBQUERY: сначала нужен ключ со многими значениями"),
    Phrase(
      "UNION, INTERSECT and MINUS work in memory only", "UNION、INTERSECT、MINUS 只在内存中可用",
      "UNION, INTERSECT и MINUS есть только в памяти"),
    Phrase("ANYKEY works in memory only", "ANYKEY 只在内存中可用", "ANYKEY есть только в памяти"),
    Phrase("'.{}' works in memory only here", "'.{}' 只在内存中可用", "'.{}' есть здесь только в памяти"),
    Phrase(
      "TERNARY gives {} or {}, it needs one kind", "TERNARY 的结果为{}或{}，应为同一类",
      "TERNARY даёт разное: {} и {}"),
    Phrase(
      "'{}' has many values, use ANY, ALL, NONE, SUBQUERY or an operator such as @count",
      "'{}' 有多个值，请用 ANY、ALL、NONE、SUBQUERY 或 @count 等运算",
      "у '{}' много значений: нужны ANY, ALL, NONE, SUBQUERY или, например, @count"),
    Phrase(
      "'{}' needs a key of {} behind the operator", "'{}' 的运算之后应为 {} 的键",
      "'{}': после операции нужен ключ {}"),
    Phrase(
      "there is no collection operator '{}' in a store", "没有集合运算 '{}'",
      "нет операции над набором '{}'"),
    Phrase("there is no collection operator '{}'", "没有集合运算 '{}'", "нет операции над набором '{}'"),
    Phrase("{} needs numbers, found {}", "{} 需要数字，此处为{}", "{}: нужны числа, а здесь: {}"),
    Phrase("{} needs {}, found {}", "{} 需要{}，此处为{}", "{}: нужно: {}, а здесь: {}"),
    Phrase(
      "{} is no function that a store can compute over rows", "{} 不能用于多行",
      "{} не считается по строкам"),
    Phrase(
      "an index needs a to-many in a store", "索引只能用于多值键",
      "номер бывает только у ключа со многими значениями"),
    Phrase(
      "an index is a number, found {}", "索引应为数字，此处为{}", "номер должен быть числом, а здесь: {}"),
    Phrase(
      "a key in brackets needs a key path before it in a store", "方括号前应为键",
      "перед ключом в скобках нужен ключ"),
    Phrase(
      "an index into a list is a constant in a store", "列表的索引应为常数",
      "номер в списке должен быть постоянным"),
    Phrase(
      "{} cannot be computed over these operands in a store", "{} 不能用于这些值",
      "{} не считается от таких значений"),
    Phrase("CAST takes the name of a type", "CAST 需要类型名", "CAST: нужно имя типа"),
    Phrase(
      "CAST takes the name of a type, found {}", "CAST 需要类型名，此处为{}",
      "CAST: нужно имя типа, а здесь: {}"),
    Phrase("CAST knows no type '{}'", "CAST 没有类型 '{}'", "CAST: нет типа '{}'"),
    Phrase(
      "CAST cannot make {} of {} in a store", "CAST 得不到 {}，来源为{}",
      "CAST: не получить {} из этого: {}"),
    Phrase(
      "distanceToLocation:fromLocation: takes {latitude, longitude}",
      "distanceToLocation:fromLocation: 需要 {纬度, 经度}",
      "distanceToLocation:fromLocation: нужны {широта, долгота}"),
    Phrase(
      "{} has elements with keys, name one such as {}", "{} 的元素有键，请写出一个，例如 {}",
      "у элементов {} есть ключи, назовите один, например {}"),
    Phrase(
      "'{}' is neither in propertiesToGroupBy nor in a function such as sum(…)", "'{}' 既未分组也未汇总",
      "по '{}' не группируют и не подводят итог"),
    Phrase(
      "'{}' is computed and cannot be set", "'{}' 是计算值，不能修改", "'{}' вычисляется, его не задать"),
    Phrase("{} needs a value", "{} 需要值", "{}: нужно значение"),
    Phrase("{} is {}, found {}", "{} 为{}，此处为{}", "{}: нужно {}, а здесь: {}"),
  ]
}
