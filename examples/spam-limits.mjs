// How much of each spam limit a party has used in the running epoch.
import { getSpamStatistics } from 'lyra-wire'
import { createClient, RequestError } from 'lyra-wire/client'

const [baseUrl = 'http://127.0.0.1:8080', partyId = ''] = process.argv.slice(2)
try {
  const { statistics } = await createClient({ baseUrl }).get(getSpamStatistics, { partyId })
  for (const [name, counter] of Object.entries(statistics))
    if (counter && typeof counter === 'object' && 'countForEpoch' in counter)
      console.log(name, `${counter.countForEpoch} of ${counter.maxForEpoch}`)
} catch (error) {
  if (!(error instanceof RequestError)) throw error
  console.log(error.kind, error.message)
}
