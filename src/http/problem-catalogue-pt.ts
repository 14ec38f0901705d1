import { type ProblemCode } from './problems.js';

const retryLater = 'Tente de novo depois de `Retry-After` segundos. Dobre a espera a cada falha.';

/** The texts of all problems in Brazilian Portuguese, for pages. Problem documents are in English. */
export const problemCataloguePt: Readonly<Record<ProblemCode, { title: string; when: string; remedy: string }>> = {
  malformed_request: {
    title: 'A requisição está malformada',
    when: 'A requisição não pode ser lida. Não é HTTP, o URL não é UTF-8 com percent-encoding ou contém NUL, tem mais de 1.000 parâmetros, ou o `Host` falta ou é inválido.',
    remedy:
      'Codifique cada valor como UTF-8 com percent-encoding e envie `Host` uma vez. Bibliotecas de HTTP fazem as duas coisas se você passar os parâmetros um a um.',
  },
  request_timeout: {
    title: 'A requisição demorou demais para chegar',
    when: 'A requisição não chegou em dez segundos a partir do primeiro byte.',
    remedy: 'Envie a requisição de novo por uma conexão que não trave.',
  },
  invalid_parameter: {
    title: 'Um parâmetro é inválido',
    when: 'Um ou mais parâmetros têm um valor inválido. `errors` lista todos eles.',
    remedy:
      'Corrija o que `errors` lista. Cada entrada diz o parâmetro, o valor, o motivo, o que é permitido e, se houver uma provável, uma `suggestion`. `/v2/places/fields` lista os campos dos lugares.',
  },
  search_too_complex: {
    title: 'A busca é complexa demais',
    when: 'A busca custaria demais ao mecanismo de busca: chaves de ordenação, facetas, deslocamento, frases e prefixos se somam.',
    remedy: 'Peça menos do que `errors` indica.',
  },
  authorization_invalid: {
    title: 'A requisição de autorização é inválida',
    when: 'A requisição de autorização indica um cliente desconhecido ou um endereço de redirecionamento que não está registrado para ele. Por segurança, o navegador não é redirecionado.',
    remedy: 'Envie o `client_id` e exatamente um dos endereços de redirecionamento registrados do cliente.',
  },
  ambiguous_token: {
    title: 'O token de acesso foi enviado de mais de uma forma',
    when: 'A requisição traz um token de acesso em `Authorization` e na query, ou duas vezes na query.',
    remedy: 'Envie-o uma vez, em `Authorization: Bearer`.',
  },
  token_missing: {
    title: 'É preciso um token de acesso',
    when: 'O caminho precisa de um token de acesso e a requisição não tem nenhum.',
    remedy: 'Obtenha um token em `/v2/oauth/token` e envie-o em `Authorization: Bearer`.',
  },
  token_invalid: {
    title: 'O token de acesso não é válido',
    when: 'O token de acesso é desconhecido, expirou ou foi revogado.',
    remedy: 'Obtenha um novo token, com o refresh token se você tiver um. Um token vale por `expires_in` segundos.',
  },
  token_kind: {
    title: 'A rota precisa de outro tipo de token de acesso',
    when: 'O token é válido, mas é do tipo errado para este caminho. Tudo sob `/v2/users/me` e a verificação de quem segue quem precisam de um token de usuário. A verificação de e-mail precisa de um token de um cliente confiável com o escopo `trust`.',
    remedy:
      'Use um token do tipo que `detail` indica. Um login dá um token de usuário, e o grant `client_credentials` um token de aplicativo.',
  },
  insufficient_scope: {
    title: 'O escopo do token de acesso é insuficiente',
    when: 'Falta ao token um escopo de que o caminho precisa.',
    remedy:
      'Peça um token com o escopo que `WWW-Authenticate` indica. Sem `scope`, um token recebe todos os escopos que o cliente pode ter.',
  },
  route_not_found: {
    title: 'Não há nada neste caminho',
    when: 'O caminho não existe.',
    remedy: 'Compare o caminho com os caminhos em `/openapi.json`.',
  },
  user_not_found: {
    title: 'Este usuário não existe',
    when: 'Nenhum usuário tem o identificador do caminho. Todos os caminhos abaixo de um usuário respondem isto, listas também.',
    remedy: 'Use identificadores das respostas do serviço. Um usuário excluído não volta.',
  },
  not_following: {
    title: 'O usuário não segue aquele usuário',
    when: 'Os dois usuários existem, e o primeiro não segue o segundo.',
    remedy: 'Nada: isto quer dizer "não". Um usuário desconhecido é `user_not_found`.',
  },
  email_not_found: {
    title: 'Nenhum usuário tem este e-mail',
    when: 'Nenhum usuário tem este e-mail.',
    remedy: 'Nada: isto quer dizer "não".',
  },
  place_not_found: {
    title: 'Este lugar não existe',
    when: 'Nenhum lugar tem o identificador do caminho.',
    remedy: 'Use identificadores de uma busca. Lugares fechados são excluídos.',
  },
  review_not_found: {
    title: 'Esta avaliação não existe',
    when: 'Nenhuma avaliação tem o identificador do caminho.',
    remedy: 'Use identificadores das avaliações de um usuário ou de um lugar.',
  },
  category_not_found: {
    title: 'Esta categoria não existe',
    when: 'Nenhuma categoria tem o identificador do caminho. Subcategorias não têm caminho próprio.',
    remedy: 'Use identificadores de `/v2/categories`.',
  },
  method_not_allowed: {
    title: 'O método não é permitido aqui',
    when: 'O caminho existe e não aceita o método da requisição.',
    remedy: 'Use um método que o cabeçalho `Allow` lista: em geral `GET` ou `HEAD`.',
  },
  not_acceptable: {
    title: 'Nenhum formato aceitável',
    when: '`Accept` não permite nem JSON nem XML.',
    remedy: 'Envie um `Accept` que `errors` permite, como `application/json`, omita-o, ou use `wt`.',
  },
  address_too_long: {
    title: 'O URL é longo demais',
    when: 'O caminho e a query têm mais de 112 KiB.',
    remedy: 'Peça menos de uma vez. Escreva vários valores de um campo como lista: `id:(1 OR 2 OR 3)`.',
  },
  unsupported_media_type: {
    title: 'O tipo de conteúdo do corpo não é aceito',
    when: 'Um formulário foi enviado com um tipo de conteúdo diferente de `application/x-www-form-urlencoded`.',
    remedy: 'Envie `application/x-www-form-urlencoded`.',
  },
  cursor_expired: {
    title: 'O cursor expirou',
    when: 'O cursor não foi usado por cinco minutos, a última página da busca foi lida há mais de meio minuto, ou o índice de busca foi substituído.',
    remedy: 'Comece de novo com `cursorMark=*`.',
  },
  too_many_attempts: {
    title: 'Tentativas demais falharam',
    when: 'O login falhou vezes demais para este nome ou a partir deste endereço de rede.',
    remedy: 'Espere `Retry-After` segundos e tente de novo com o segredo certo.',
  },
  too_many_requests: {
    title: 'Requisições demais ao mesmo tempo',
    when: 'A maior parte do que o serviço pode atender ao mesmo tempo está ocupada, muito dela por este cliente.',
    remedy: 'Tente de novo depois de `Retry-After` segundos, com menos requisições ao mesmo tempo.',
  },
  quota_exceeded: {
    title: 'A cota do cliente se esgotou',
    when: 'O cliente usou sua cota de requisições, talvez para este usuário, na janela de tempo atual.',
    remedy: 'Espere `Retry-After` segundos. O cabeçalho `RateLimit` de cada resposta diz quantas requisições restam.',
  },
  too_many_searches: {
    title: 'Buscas demais ao mesmo tempo',
    when: 'Outras buscas deste cliente enchem a fila, e esta esperou demais.',
    remedy:
      'Tente de novo depois de `Retry-After` segundos. Envie menos buscas ao mesmo tempo, ou peça menos em cada uma.',
  },
  too_many_cursors: {
    title: 'Há buscas com cursor demais abertas',
    when: 'Este cliente, ou todos os clientes juntos, têm buscas com cursor demais abertas.',
    remedy:
      'Leia as buscas até a última página: no limite, essas são fechadas primeiro. As outras fecham cinco minutos depois da leitura de uma página.',
  },
  header_too_large: {
    title: 'A linha da requisição e os cabeçalhos são grandes demais',
    when: 'A linha da requisição e os cabeçalhos somam mais de 128 KiB.',
    remedy: 'Envie menos cabeçalhos, ou mais curtos; cookies são o motivo mais comum.',
  },
  internal_error: {
    title: 'O serviço falhou de forma inesperada',
    when: 'O serviço falhou de forma inesperada.',
    remedy: 'Tente mais tarde. O operador encontra a causa no log pelo id da requisição em `instance`.',
  },
  overloaded: {
    title: 'O serviço está sobrecarregado',
    when: 'O serviço está no limite da capacidade.',
    remedy: retryLater,
  },
  search_unavailable: {
    title: 'A busca está indisponível',
    when: 'A busca de lugares está indisponível. Usuários, avaliações, check-ins, categorias e lugares individuais continuam funcionando.',
    remedy: retryLater,
  },
  database_unavailable: {
    title: 'O banco de dados está indisponível',
    when: 'O banco de dados está indisponível.',
    remedy: retryLater,
  },
};

/**
 * What is wrong and what is allowed, of faults and details that a person meets in a browser: of addresses, not of the query
 * language, and not of sign-in, which has pages of its own. The other texts are for programs and have no translation.
 */
export const sentencesPt: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [/^is missing$/, 'falta'],
  [/^is missing: (.+) are required together$/, 'falta: $1 são obrigatórios em conjunto'],
  [/^is missing: .+$/, 'falta'],
  [/^is out of range.*$/, 'está fora dos limites'],
  [/^is outside of the map at zoom level (\d+)$/, 'está fora do mapa no nível de zoom $1'],
  [/^is not an integer in plain decimal digits$/, 'não é um número inteiro em algarismos'],
  [/^is not a plain decimal number$/, 'não é um número decimal'],
  [/^is not a point$/, 'não é um ponto'],
  [/^is not a time$/, 'não é um horário'],
  [/^is not a language$/, 'não é um idioma'],
  [/^is not an e-mail address$/, 'não é um endereço de e-mail'],
  [/^is not a known format \((.+)\)$/, 'não é um formato conhecido ($1)'],
  [/^is not a format of this resource$/, 'não é um formato deste recurso'],
  [/^is not one of the allowed values$/, 'não é um dos valores permitidos'],
  [/^is not percent-encoded UTF-8$/, 'não é UTF-8 com percent-encoding'],
  [/^is given (\d+) times$/, 'foi enviado $1 vezes'],
  [/^is unknown.*$/, 'é desconhecido'],
  [/^is not allowed here$/, 'não é permitido aqui'],
  [/^is not that of a form$/, 'não é o de um formulário'],
  [/^admits no format of this service$/, 'não admite nenhum formato deste serviço'],
  [/^was sent in more than one way$/, 'foi enviado de mais de um modo'],
  [/^contains a character that cannot be stored \(NUL\)$/, 'contém um caractere que não pode ser guardado (NUL)'],
  [/^lies south of (\S+) \((.+)\)$/, 'fica ao sul de $1 ($2)'],
  [/^the search term has at most (\d+) characters$/, 'o termo da busca tem no máximo $1 caracteres'],
  [/^an integer, (-?\d+) to (-?\d+)$/, 'um número inteiro, de $1 a $2'],
  [/^(-?[\d.]+) to (-?[\d.]+) metres$/, 'de $1 a $2 metros'],
  [/^(-?[\d.]+) to (-?[\d.]+) decimal degrees$/, 'de $1 a $2 graus decimais'],
  [/^lat,lng in decimal degrees: (.+) to (.+), (.+) to (.+)$/, 'lat,lng em graus decimais: de $1 a $2, de $3 a $4'],
  [/^a language tag, such as (.+) or (.+)$/, 'um código de idioma, como $1 ou $2'],
  [/^a local time of the place, such as (.+)$/, 'um horário local do lugar, como $1'],
  [/^a time with an offset, such as (.+) or (.+)$/, 'um horário com fuso, como $1 ou $2'],
  [/^years (\d+) to (\d+)$/, 'anos de $1 a $2'],
  [/^a text of (\d+) to (\d+) characters$/, 'um texto de $1 a $2 caracteres'],
  [/^cursorMark=\* without start, to read further$/, 'cursorMark=* sem start, para continuar a ler'],
  [/^once$/, 'uma vez'],
  [/^UTF-8, percent-encoded$/, 'UTF-8 com percent-encoding'],
  [/^text without NUL$/, 'texto sem NUL'],
  // Names of formats and methods, and other values.
  [/^(\S+|Authorization: Bearer)$/, '$1'],
  [/^There is no problem with the code (".*")\.$/s, 'Não existe um problema com o código $1.'],
  [/^This page is switched off \((.+)\)\.$/, 'Esta página está desligada ($1).'],
  [/^This service has no map file \((.+)\)\.$/, 'Este serviço não tem um arquivo de mapa ($1).'],
  [/^The map file cannot be read \((.+)\)\.$/, 'O arquivo do mapa não pode ser lido ($1).'],
];

/** @returns undefined for a text that has no translation */
export function sentencePt(english: string): string | undefined {
  const found = sentencesPt.find(([pattern]) => pattern.test(english));
  return found && english.replace(found[0], found[1]);
}
