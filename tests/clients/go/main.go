// A client of Orrery on the Go SDK, with its default settings. client-checks.ts says what it must see.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/azcosmos"
)

const (
	threePartitions = 18_000
	keyItems        = 20
	// Writing this much costs what 400 RU/s give in three seconds.
	threeSecondsBytes = 1_900_000
)

var (
	ctx     = context.Background()
	input   = bufio.NewReader(os.Stdin)
	colours = []string{"red", "green", "blue"}
)

type facts map[string]any

type item struct {
	ID     string `json:"id"`
	Key    string `json:"pk"`
	N      int    `json:"n"`
	Colour string `json:"colour,omitempty"`
	Text   string `json:"text,omitempty"`
}

// must ends the check: see report.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func statusOf(err error) int {
	var refusal *azcore.ResponseError
	if errors.As(err, &refusal) {
		return refusal.StatusCode
	}
	return 0
}

func bytesOf(value any) []byte { return must(json.Marshal(value)) }

func itemOf(bytes []byte) item {
	var read item
	must(0, json.Unmarshal(bytes, &read))
	return read
}

func key(value string) azcosmos.PartitionKey { return azcosmos.NewPartitionKeyString(value) }

func ask(what, container string) string {
	fmt.Println(string(bytesOf(facts{"ask": what, "container": container})))
	return strings.TrimSpace(must(input.ReadString('\n')))
}

func newContainer(database *azcosmos.DatabaseClient, id string, throughput int32) *azcosmos.ContainerClient {
	properties := azcosmos.ContainerProperties{
		ID:                     id,
		PartitionKeyDefinition: azcosmos.PartitionKeyDefinition{Paths: []string{"/pk"}, Version: 2},
	}
	offer := azcosmos.NewManualThroughputProperties(throughput)
	must(database.CreateContainer(ctx, properties, &azcosmos.CreateContainerOptions{ThroughputProperties: &offer}))
	return must(database.NewContainer(id))
}

// write creates the items from first to end, as many at a time as told.
func write(container *azcosmos.ContainerClient, items []item, atATime int) int {
	var group sync.WaitGroup
	next := make(chan item)
	failures := make(chan error, len(items))
	for range atATime {
		group.Go(func() {
			for each := range next {
				if _, err := container.CreateItem(ctx, key(each.Key), bytesOf(each), nil); err != nil {
					failures <- err
				}
			}
		})
	}
	for _, each := range items {
		next <- each
	}
	close(next)
	group.Wait()
	close(failures)
	for err := range failures {
		panic(err)
	}
	return len(items)
}

func someItems(first, end, keys int) []item {
	var items []item
	for i := first; i < end; i++ {
		items = append(items, item{
			ID: strconv.Itoa(i), Key: fmt.Sprintf("key%d", i%keys), N: i, Colour: colours[i%3],
		})
	}
	return items
}

// rowsOf reads a query to its end; without a key it crosses partitions.
func rowsOf[T any](container *azcosmos.ContainerClient, text string, in azcosmos.PartitionKey, options azcosmos.QueryOptions) []T {
	rows := []T{}
	for pager := container.NewQueryItemsPager(text, in, &options); pager.More(); {
		for _, bytes := range must(pager.NextPage(ctx)).Items {
			var row T
			must(0, json.Unmarshal(bytes, &row))
			rows = append(rows, row)
		}
	}
	return rows
}

func across[T any](container *azcosmos.ContainerClient, text string, parameters ...azcosmos.QueryParameter) []T {
	options := azcosmos.QueryOptions{PageSizeHint: 7, QueryParameters: parameters}
	return rowsOf[T](container, text, azcosmos.NewPartitionKey(), options)
}

func numbersIn(items []item) []int {
	found := []int{}
	for _, each := range items {
		found = append(found, each.N)
	}
	sort.Ints(found)
	return found
}

func coloursIn(items []item) []string {
	found := []string{}
	for _, each := range items {
		if !slices.Contains(found, each.Colour) {
			found = append(found, each.Colour)
		}
	}
	sort.Strings(found)
	return found
}

// changeReader follows the change feed of a container, range by range, from its beginning.
type changeReader struct {
	container *azcosmos.ContainerClient
	places    []azcosmos.ChangeFeedOptions
}

func newChangeReader(container *azcosmos.ContainerClient) *changeReader {
	reader := &changeReader{container: container}
	for _, each := range must(container.ReadFeedRanges(ctx, nil)) {
		reader.places = append(reader.places, azcosmos.ChangeFeedOptions{FeedRange: &each, MaxItemCount: 15})
	}
	return reader
}

func (reader *changeReader) read() []item {
	var changes []item
	for i := range reader.places {
		for {
			page := must(reader.container.ReadChangeFeed(ctx, &reader.places[i]))
			if page.ContinuationToken != "" {
				reader.places[i].Continuation = &page.ContinuationToken
			}
			if len(page.Items) == 0 {
				break
			}
			for _, bytes := range page.Items {
				changes = append(changes, itemOf(bytes))
			}
		}
	}
	return changes
}

func create(database *azcosmos.DatabaseClient) facts {
	container := newContainer(database, "items", threePartitions)
	withContent := &azcosmos.ItemOptions{EnableContentResponseOnWrite: true}
	first := item{ID: "a", Key: "x", N: 1}
	created := must(container.CreateItem(ctx, key("x"), bytesOf(first), nil))
	read := itemOf(must(container.ReadItem(ctx, key("x"), "a", nil)).Value).N
	_, conflict := container.CreateItem(ctx, key("x"), bytesOf(first), nil)
	second := bytesOf(item{ID: "a", Key: "x", N: 2})
	replaced := itemOf(must(container.ReplaceItem(ctx, key("x"), "a", second, withContent)).Value).N
	_, stale := container.ReplaceItem(ctx, key("x"), "a", second, &azcosmos.ItemOptions{IfMatchEtag: &created.ETag})
	patch := azcosmos.PatchOperations{}
	patch.AppendIncrement("/n", 1)
	patched := itemOf(must(container.PatchItem(ctx, key("x"), "a", patch, withContent)).Value).N
	must(container.DeleteItem(ctx, key("x"), "a", nil))
	_, deleted := container.ReadItem(ctx, key("x"), "a", nil)
	return facts{
		"read": read, "replaced": replaced, "patched": patched,
		"conflict": statusOf(conflict), "stale": statusOf(stale), "deleted": statusOf(deleted),
	}
}

type longs struct {
	ID   string `json:"id"`
	Key  string `json:"pk"`
	Near int64  `json:"near"`
	Most int64  `json:"most"`
	N    int    `json:"n"`
}

func digits(database *azcosmos.DatabaseClient) facts {
	container := must(database.NewContainer("items"))
	must(container.CreateItem(ctx, key("x"), bytesOf(longs{"d", "x", 9007199254740993, math.MaxInt64, 1}), nil))
	read := func() []string {
		var found longs
		must(0, json.Unmarshal(must(container.ReadItem(ctx, key("x"), "d", nil)).Value, &found))
		return []string{fmt.Sprint(found.Near), fmt.Sprint(found.Most)}
	}
	before := read()
	patch := azcosmos.PatchOperations{}
	patch.AppendIncrement("/n", 1)
	must(container.PatchItem(ctx, key("x"), "d", patch, nil))
	after := read()
	query := "SELECT VALUE c.near FROM c WHERE c.id = 'd'"
	page := must(container.NewQueryItemsPager(query, key("x"), nil).NextPage(ctx))
	must(container.DeleteItem(ctx, key("x"), "d", nil))
	return facts{"read": before, "patched": after, "queried": string(page.Items[0])}
}

// items writes the random items of a file: batches, patches of another member, queries.
func items(database *azcosmos.DatabaseClient) facts {
	container := newContainer(database, "random", threePartitions)
	lines := bytes.Split(bytes.TrimSpace(must(os.ReadFile(os.Getenv("ORRERY_ITEMS")))), []byte("\n"))
	increment := azcosmos.PatchOperations{}
	increment.AppendIncrement("/n", 1)
	written, patched, same := 0, 0, 0
	for start := 0; start < len(lines); start += keyItems {
		group := lines[start:min(start+keyItems, len(lines))]
		in := key(fmt.Sprintf("k%d", start/keyItems))
		must(container.CreateItem(ctx, in, group[0], nil))
		written++
		create, patch := container.NewTransactionalBatch(in), container.NewTransactionalBatch(in)
		for i, line := range group {
			if i > 0 {
				create.CreateItem(line, nil)
			}
			patch.PatchItem(strconv.Itoa(start+i), increment, nil)
		}
		if len(group) > 1 {
			written += count(statusesOf(must(container.ExecuteTransactionalBatch(ctx, create, nil))), 201)
		}
		patched += count(statusesOf(must(container.ExecuteTransactionalBatch(ctx, patch, nil))), 200)
		read := rowsOf[json.RawMessage](container, "SELECT * FROM c", in, azcosmos.QueryOptions{})
		for _, line := range group {
			// The client escapes <, > and & in rows, as json.Marshal does.
			before := bytes.TrimSuffix(bytesOf(json.RawMessage(line)), []byte("0}"))
			if slices.ContainsFunc(read, func(item json.RawMessage) bool { return bytes.HasPrefix(item, before) }) {
				same++
			}
		}
	}
	return facts{"written": written, "patched": patched, "same": same}
}

func count(statuses []int32, status int32) int {
	found := 0
	for _, each := range statuses {
		if each == status {
			found++
		}
	}
	return found
}

func query(database *azcosmos.DatabaseClient) facts {
	container := newContainer(database, "query", threePartitions)
	write(container, someItems(0, 60, 12), 1)
	resumed := []item{}
	var token *string
	for {
		options := azcosmos.QueryOptions{PageSizeHint: 2, ContinuationToken: token}
		page := must(container.NewQueryItemsPager("SELECT * FROM c", key("key1"), &options).NextPage(ctx))
		for _, bytes := range page.Items {
			resumed = append(resumed, itemOf(bytes))
		}
		if token = page.ContinuationToken; token == nil {
			break
		}
	}
	// Order, counts and distinct values over several partitions are left to the program, here as on the service.
	everything := across[item](container, "SELECT * FROM c")
	red := azcosmos.QueryParameter{Name: "@colour", Value: "red"}
	return facts{
		"ordered":  numbersIn(everything),
		"count":    len(everything),
		"distinct": coloursIn(everything),
		"filtered": len(across[item](container, "SELECT * FROM c WHERE c.colour = @colour", red)),
		"resumed":  numbersIn(resumed),
	}
}

func statusesOf(response azcosmos.TransactionalBatchResponse) []int32 {
	var statuses []int32
	for _, result := range response.OperationResults {
		statuses = append(statuses, result.StatusCode)
	}
	return statuses
}

func batch(database *azcosmos.DatabaseClient) facts {
	container := must(database.NewContainer("items"))
	good := container.NewTransactionalBatch(key("batch"))
	good.CreateItem(bytesOf(item{ID: "a", Key: "batch"}), nil)
	good.UpsertItem(bytesOf(item{ID: "b", Key: "batch"}), nil)
	good.ReadItem("a", nil)
	done := must(container.ExecuteTransactionalBatch(ctx, good, nil))
	bad := container.NewTransactionalBatch(key("batch"))
	bad.CreateItem(bytesOf(item{ID: "c", Key: "batch"}), nil)
	bad.CreateItem(bytesOf(item{ID: "a", Key: "batch"}), nil)
	refused := must(container.ExecuteTransactionalBatch(ctx, bad, nil))
	left := rowsOf[int](container, "SELECT VALUE COUNT(1) FROM c", key("batch"), azcosmos.QueryOptions{})
	return facts{"done": statusesOf(done), "refused": statusesOf(refused), "left": left[0]}
}

// bulk: the SDK has none of its own, so many goroutines share the client.
func bulk(database *azcosmos.DatabaseClient) facts {
	container := newContainer(database, "bulk", threePartitions)
	items := someItems(0, 300, 50)
	written := write(container, items, 20)
	var identities []azcosmos.ItemIdentity
	for _, each := range items[:100] {
		identities = append(identities, azcosmos.ItemIdentity{ID: each.ID, PartitionKey: key(each.Key)})
	}
	many := must(container.ReadManyItems(ctx, identities, nil))
	counted := len(across[item](container, "SELECT * FROM c"))
	return facts{"written": written, "counted": counted, "many": len(many.Items)}
}

func changes(database *azcosmos.DatabaseClient) facts {
	container := newContainer(database, "changes", threePartitions)
	reader := newChangeReader(container)
	write(container, someItems(0, 100, 40), 1)
	first := numbersIn(reader.read())
	write(container, someItems(100, 120, 40), 1)
	return facts{"first": first, "later": numbersIn(reader.read())}
}

func splits(database *azcosmos.DatabaseClient) facts {
	container := newContainer(database, "splits", 400)
	reader := newChangeReader(container)
	ordered := func() []int { return numbersIn(across[item](container, "SELECT * FROM c")) }
	write(container, someItems(0, 60, 40), 4)
	var seen []item
	repeated, partitions := 0, ""
	for round := 1; round <= 3; round++ {
		written := make(chan any)
		go func() {
			defer func() { written <- recover() }()
			write(container, someItems(60*round, 60*(round+1), 40), 4)
		}()
		partitions = ask("split", "splits")
		distinct := map[int]bool{}
		for _, n := range ordered() {
			if distinct[n] {
				repeated++
			}
			distinct[n] = true
		}
		seen = append(seen, reader.read()...)
		if failure := <-written; failure != nil {
			panic(failure)
		}
	}
	seen = append(seen, reader.read()...)
	return facts{
		"partitions": must(strconv.Atoi(partitions)), "repeated": repeated,
		"queried": ordered(), "changes": numbersIn(seen),
	}
}

func throttle(database *azcosmos.DatabaseClient) facts {
	container := newContainer(database, "small", 400)
	ask("enforce", "small")
	items := someItems(0, 3, 3)
	for i := range items {
		items[i].Text = strings.Repeat("x", threeSecondsBytes)
	}
	written := write(container, items, 1)
	return facts{"written": written, "refused": must(strconv.Atoi(ask("refused", "small")))}
}

func restart(database *azcosmos.DatabaseClient) facts {
	container := newContainer(database, "restart", threePartitions)
	write(container, someItems(1, 5, 1), 1)
	reader := newChangeReader(container)
	reader.read()
	options := azcosmos.QueryOptions{PageSizeHint: 2}
	const text = "SELECT * FROM c ORDER BY c.n"
	before := must(container.NewQueryItemsPager(text, key("key0"), &options).NextPage(ctx))
	ask("restart", "restart")
	options.ContinuationToken = before.ContinuationToken
	resumed := rowsOf[item](container, text, key("key0"), options)
	for _, bytes := range before.Items {
		resumed = append(resumed, itemOf(bytes))
	}
	read := itemOf(must(container.ReadItem(ctx, key("key0"), "1", nil)).Value).N
	write(container, someItems(5, 6, 1), 1)
	written := itemOf(must(container.ReadItem(ctx, key("key0"), "5", nil)).Value).N
	return facts{"read": read, "written": written, "resumed": numbersIn(resumed), "changes": numbersIn(reader.read())}
}

func report(name string, check func(*azcosmos.DatabaseClient) facts, database *azcosmos.DatabaseClient) {
	var found facts
	defer func() {
		if failure := recover(); failure != nil {
			found = facts{"failed": fmt.Sprint(failure)}
		}
		found["check"] = name
		fmt.Println(string(bytesOf(found)))
	}()
	found = check(database)
}

func main() {
	// On Linux this is where Go finds certificates to trust, so that the SDK's own HTTP client is used.
	must(0, os.Setenv("SSL_CERT_FILE", os.Getenv("ORRERY_CERTIFICATE")))
	credential := must(azcosmos.NewKeyCredential(os.Getenv("ORRERY_KEY")))
	client := must(azcosmos.NewClientWithKey(os.Getenv("ORRERY_ENDPOINT"), credential, nil))
	must(client.CreateDatabase(ctx, azcosmos.DatabaseProperties{ID: "clients"}, nil))
	database := must(client.NewDatabase("clients"))
	report("create", create, database)
	report("digits", digits, database)
	report("items", items, database)
	report("query", query, database)
	report("batch", batch, database)
	report("bulk", bulk, database)
	report("changes", changes, database)
	report("splits", splits, database)
	report("throttle", throttle, database)
	report("restart", restart, database)
}
