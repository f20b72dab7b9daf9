// A client of Orrery on the .NET SDK, in the mode that ORRERY_MODE names. client-checks.ts says what it must see.
// Written for mcs, which knows C# 7.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Azure.Cosmos;
using Microsoft.Azure.Cosmos.Linq;
using Facts = System.Collections.Generic.Dictionary<string, object>;

class Item
{
    public string id;
    public string pk;
    public int n;
    public string colour;
    public string text;
}


class Means
{
    public string colour;
    public double mean;
    public int least;
    public int most;
    public int total;
    public int count;
}

/// The change feed of a container, from its beginning.
class ChangeReader
{
    readonly Container container;
    string continuation;

    public ChangeReader(Container container)
    {
        this.container = container;
    }

    public async Task<List<int>> Read()
    {
        var start = continuation == null
            ? ChangeFeedStartFrom.Beginning()
            : ChangeFeedStartFrom.ContinuationToken(continuation);
        var options = new ChangeFeedRequestOptions { PageSizeHint = 15 };
        var feed = container.GetChangeFeedIterator<Item>(start, ChangeFeedMode.LatestVersion, options);
        var changes = new List<int>();
        while (feed.HasMoreResults)
        {
            var page = await feed.ReadNextAsync();
            continuation = page.ContinuationToken;
            if (page.StatusCode == HttpStatusCode.NotModified) break;
            changes.AddRange(page.Select(item => item.n));
        }
        return changes;
    }
}

static class Program
{
    const int Partitions3 = 18000;
    const int KeyItems = 20;
    const int KeysAtATime = 50;
    // Writing this much costs what 400 RU/s give in three seconds.
    const int ThreeSecondsBytes = 1900000;
    static readonly string[] Colours = { "red", "green", "blue" };

    static int Main()
    {
        Run().GetAwaiter().GetResult();
        return 0;
    }

    static async Task Run()
    {
        var mode = Environment.GetEnvironmentVariable("ORRERY_MODE");
        var options = new CosmosClientOptions
        {
            ConnectionMode = mode == "gateway" ? ConnectionMode.Gateway : ConnectionMode.Direct,
            AllowBulkExecution = mode == "bulk",
            ServerCertificateCustomValidationCallback = (certificate, chain, errors) => true,
        };
        // In bulk mode the client repeats what got 429 without waiting, but counts the waits: by default it gives up
        // after nine times, or after 30 seconds that it did not wait.
        if (mode == "bulk")
        {
            options.MaxRetryAttemptsOnRateLimitedRequests = 1000;
            options.MaxRetryWaitTimeOnRateLimitedRequests = TimeSpan.FromHours(1);
        }
        var endpoint = Environment.GetEnvironmentVariable("ORRERY_ENDPOINT");
        using (var client = new CosmosClient(endpoint, Environment.GetEnvironmentVariable("ORRERY_KEY"), options))
        {
            Database database = await client.CreateDatabaseAsync("clients");
            var checks = new Dictionary<string, Func<Database, Task<Facts>>>
            {
                { "create", Create }, { "digits", Digits }, { "items", Items }, { "query", Query }, { "batch", Batch }, { "bulk", Bulk },
                { "changes", Changes }, { "splits", Splits }, { "throttle", Throttle }, { "restart", Restart },
                { "aggregates", Aggregates }, { "linq", Linq }, { "processor", Processor },
            };
            foreach (var check in checks)
            {
                Facts facts;
                try
                {
                    facts = await check.Value(database);
                }
                catch (Exception error)
                {
                    facts = new Facts { { "failed", error.ToString() } };
                }
                facts["check"] = check.Key;
                Console.WriteLine(Json(facts));
            }
        }
    }

    static async Task<Container> NewContainer(Database database, string id, int? throughput = Partitions3)
    {
        return await database.CreateContainerAsync(new ContainerProperties(id, "/pk"), throughput);
    }

    static async Task<List<T>> Rows<T>(Container container, QueryDefinition query, QueryRequestOptions options = null)
    {
        var rows = new List<T>();
        var pages = container.GetItemQueryIterator<T>(query, null, options);
        while (pages.HasMoreResults) rows.AddRange(await pages.ReadNextAsync());
        return rows;
    }

    static Task<List<T>> Rows<T>(Container container, string text, string key = null)
    {
        var options = new QueryRequestOptions { MaxItemCount = 7 };
        if (key != null) options.PartitionKey = new PartitionKey(key);
        return Rows<T>(container, new QueryDefinition(text), options);
    }

    static async Task<int> StatusOf(Func<Task> action)
    {
        try
        {
            await action();
            return 200;
        }
        catch (CosmosException error)
        {
            return (int)error.StatusCode;
        }
    }

    static async Task Fill(Container container, int first, int end, int keys)
    {
        await Task.WhenAll(Enumerable.Range(first, end - first).Select(i => container.UpsertItemAsync(
            new Item { id = "" + i, pk = "key" + i % keys, n = i, colour = Colours[i % 3] },
            new PartitionKey("key" + i % keys))));
    }

    static async Task<Facts> Create(Database database)
    {
        var container = await NewContainer(database, "items");
        var key = new PartitionKey("x");
        var made = await container.CreateItemAsync(new Item { id = "a", pk = "x", n = 1 }, key);
        var read = await container.ReadItemAsync<Item>("a", key);
        var conflict = await StatusOf(() => container.CreateItemAsync(new Item { id = "a", pk = "x" }, key));
        var replaced = await container.ReplaceItemAsync(new Item { id = "a", pk = "x", n = 2 }, "a", key);
        var stale = await StatusOf(() => container.ReplaceItemAsync(
            new Item { id = "a", pk = "x" }, "a", key, new ItemRequestOptions { IfMatchEtag = made.ETag }));
        var patched = await container.PatchItemAsync<Item>("a", key, new[] { PatchOperation.Increment("/n", 1) });
        await container.DeleteItemAsync<Item>("a", key);
        var deleted = await StatusOf(() => container.ReadItemAsync<Item>("a", key));
        return new Facts
        {
            { "read", read.Resource.n }, { "conflict", conflict }, { "replaced", replaced.Resource.n },
            { "stale", stale }, { "patched", patched.Resource.n }, { "deleted", deleted },
        };
    }

    class Longs
    {
        public string id;
        public string pk;
        public long near;
        public long most;
        public int n;
    }

    static async Task<Facts> Digits(Database database)
    {
        var container = database.GetContainer("items");
        var key = new PartitionKey("x");
        var item = new Longs { id = "d", pk = "x", near = 9007199254740993, most = long.MaxValue, n = 1 };
        await container.CreateItemAsync(item, key);
        var read = (await container.ReadItemAsync<Longs>("d", key)).Resource;
        await container.PatchItemAsync<Longs>("d", key, new[] { PatchOperation.Increment("/n", 1) });
        var patched = (await container.ReadItemAsync<Longs>("d", key)).Resource;
        var queried = await Rows<long>(container, "SELECT VALUE c.near FROM c WHERE c.id = 'd'", "x");
        await container.DeleteItemAsync<Longs>("d", key);
        return new Facts
        {
            { "read", new[] { "" + read.near, "" + read.most } },
            { "patched", new[] { "" + patched.near, "" + patched.most } },
            { "queried", "" + queried[0] },
        };
    }

    /// The random items of a file, as streams: single items (in bulk mode put together by the client), batches, patches
    /// of another member, point reads. Some keys at a time, because bulk mode waits for more before it sends.
    static async Task<Facts> Items(Database database)
    {
        var container = await NewContainer(database, "random");
        var lines = File.ReadAllLines(Environment.GetEnvironmentVariable("ORRERY_ITEMS"));
        var counts = new int[3];
        var keys = Enumerable.Range(0, (lines.Length + KeyItems - 1) / KeyItems).ToList();
        for (var first = 0; first < keys.Count; first += KeysAtATime)
            await Task.WhenAll(keys.Skip(first).Take(KeysAtATime).Select(key => OneKey(container, lines, key, counts)));
        return new Facts { { "written", counts[0] }, { "patched", counts[1] }, { "same", counts[2] } };
    }

    static async Task OneKey(Container container, string[] lines, int number, int[] counts)
    {
        var first = number * KeyItems;
        var group = lines.Skip(first).Take(KeyItems).ToList();
        var key = new PartitionKey("k" + number);
        var singles = group.Take(5).Select(line => container.CreateItemStreamAsync(StreamOf(line), key));
        var written = (await Task.WhenAll(singles)).Count(response => response.StatusCode == HttpStatusCode.Created);
        if (group.Count > 5)
        {
            var create = container.CreateTransactionalBatch(key);
            foreach (var line in group.Skip(5)) create = create.CreateItemStream(StreamOf(line));
            written += (await create.ExecuteAsync()).Count(result => result.StatusCode == HttpStatusCode.Created);
        }
        var patch = container.CreateTransactionalBatch(key);
        for (var i = 0; i < group.Count; i++)
            patch = patch.PatchItem("" + (first + i), new[] { PatchOperation.Increment("/n", 1) });
        var patched = (await patch.ExecuteAsync()).Count(result => result.StatusCode == HttpStatusCode.OK);
        var read = await Task.WhenAll(group.Select((_, i) => container.ReadItemStreamAsync("" + (first + i), key)));
        var same = read.Where((response, i) =>
            new StreamReader(response.Content).ReadToEnd().StartsWith(Beginning(group[i]), StringComparison.Ordinal));
        var sums = new[] { written, patched, same.Count() };
        for (var i = 0; i < sums.Length; i++) Interlocked.Add(ref counts[i], sums[i]);
    }

    static Stream StreamOf(string text)
    {
        return new MemoryStream(Encoding.UTF8.GetBytes(text));
    }

    /// All of a line but the value of its last member.
    static string Beginning(string line)
    {
        return line.Substring(0, line.Length - "0}".Length);
    }

    static async Task<Facts> Query(Database database)
    {
        var container = await NewContainer(database, "query");
        await Fill(container, 0, 60, 12);
        var colour = new QueryDefinition("SELECT * FROM c WHERE c.colour = @colour").WithParameter("@colour", "red");
        var resumed = new List<int>();
        string token = null;
        do
        {
            var options = new QueryRequestOptions { PartitionKey = new PartitionKey("key1"), MaxItemCount = 2 };
            var page = await container.GetItemQueryIterator<Item>("SELECT * FROM c", token, options).ReadNextAsync();
            resumed.AddRange(page.Select(item => item.n));
            token = page.ContinuationToken;
        } while (token != null);
        return new Facts
        {
            { "ordered", await Rows<int>(container, "SELECT VALUE c.n FROM c ORDER BY c.n") },
            { "count", (await Rows<int>(container, "SELECT VALUE COUNT(1) FROM c")).Sum() },
            { "distinct", Sorted(await Rows<string>(container, "SELECT DISTINCT VALUE c.colour FROM c")) },
            { "filtered", (await Rows<Item>(container, colour)).Count },
            { "resumed", Sorted(resumed) },
        };
    }

    static async Task<Facts> Batch(Database database)
    {
        var container = database.GetContainer("items");
        var key = new PartitionKey("batch");
        var done = await container.CreateTransactionalBatch(key)
            .CreateItem(new Item { id = "a", pk = "batch" })
            .UpsertItem(new Item { id = "b", pk = "batch" })
            .ReadItem("a")
            .ExecuteAsync();
        var refused = await container.CreateTransactionalBatch(key)
            .CreateItem(new Item { id = "c", pk = "batch" })
            .CreateItem(new Item { id = "a", pk = "batch" })
            .ExecuteAsync();
        return new Facts
        {
            { "done", done.Select(result => (int)result.StatusCode).ToList() },
            { "refused", refused.Select(result => (int)result.StatusCode).ToList() },
            { "left", (await Rows<int>(container, "SELECT VALUE COUNT(1) FROM c", "batch")).Sum() },
        };
    }

    /// Many writes at once, which bulk mode puts together, and a read of many items.
    static async Task<Facts> Bulk(Database database)
    {
        var container = await NewContainer(database, "bulk");
        await Fill(container, 0, 300, 50);
        var wanted = Enumerable.Range(0, 100)
            .Select(i => new ValueTuple<string, PartitionKey>("" + i, new PartitionKey("key" + i % 50))).ToList();
        // mcs cannot name the tuples of another assembly.
        var readMany = typeof(Container).GetMethods().First(each => each.Name == "ReadManyItemsAsync");
        var arguments = new object[] { wanted, null, default(CancellationToken) };
        var many = await (Task<FeedResponse<Item>>)readMany.MakeGenericMethod(typeof(Item)).Invoke(container, arguments);
        var counted = await Rows<int>(container, "SELECT VALUE COUNT(1) FROM c");
        return new Facts { { "written", 300 }, { "counted", counted.Sum() }, { "many", many.Count } };
    }

    static async Task<Facts> Changes(Database database)
    {
        var container = await NewContainer(database, "changes");
        var reader = new ChangeReader(container);
        await Fill(container, 0, 100, 40);
        var first = await reader.Read();
        await Fill(container, 100, 120, 40);
        return new Facts { { "first", Sorted(first) }, { "later", Sorted(await reader.Read()) } };
    }

    static async Task<Facts> Splits(Database database)
    {
        var container = await NewContainer(database, "splits", null);
        var reader = new ChangeReader(container);
        var seen = new List<int>();
        int repeated = 0, partitions = 1;
        await Fill(container, 0, 60, 40);
        for (int i = 0; i < 3; i++)
        {
            var writes = Fill(container, 60 * (i + 1), 60 * (i + 2), 40);
            partitions = int.Parse(Ask("split", "splits"));
            var queried = await Rows<int>(container, "SELECT VALUE c.n FROM c ORDER BY c.n");
            repeated += queried.Count - queried.Distinct().Count();
            seen.AddRange(await reader.Read());
            await writes;
        }
        seen.AddRange(await reader.Read());
        return new Facts
        {
            { "partitions", partitions }, { "repeated", repeated },
            { "queried", await Rows<int>(container, "SELECT VALUE c.n FROM c ORDER BY c.n") },
            { "changes", Sorted(seen) },
        };
    }

    static async Task<Facts> Throttle(Database database)
    {
        var container = await NewContainer(database, "small", 400);
        Ask("enforce", "small");
        var text = new string('x', ThreeSecondsBytes);
        var written = 0;
        for (int i = 0; i < 3; i++, written++)
            await container.CreateItemAsync(
                new Item { id = "" + i, pk = "key" + i, text = text }, new PartitionKey("key" + i));
        return new Facts { { "written", written }, { "refused", int.Parse(Ask("refused", "small")) } };
    }

    static async Task<Facts> Restart(Database database)
    {
        var container = await NewContainer(database, "restart");
        var key = new PartitionKey("x");
        for (int i = 1; i <= 4; i++) await container.CreateItemAsync(new Item { id = "" + i, pk = "x", n = i }, key);
        var options = new QueryRequestOptions { PartitionKey = key, MaxItemCount = 2 };
        const string Text = "SELECT * FROM c ORDER BY c.n";
        var before = await container.GetItemQueryIterator<Item>(Text, null, options).ReadNextAsync();
        var reader = new ChangeReader(container);
        await reader.Read();
        Ask("restart", "restart");
        var resumed = before.Select(item => item.n).ToList();
        var later = container.GetItemQueryIterator<Item>(Text, before.ContinuationToken, options);
        while (later.HasMoreResults) resumed.AddRange((await later.ReadNextAsync()).Select(item => item.n));
        var read = await container.ReadItemAsync<Item>("1", key);
        var written = await container.CreateItemAsync(new Item { id = "5", pk = "x", n = 5 }, key);
        return new Facts
        {
            { "read", read.Resource.n }, { "written", written.Resource.n }, { "resumed", resumed },
            { "changes", await reader.Read() },
        };
    }

    /// Each twice: across partitions, and for one key.
    static async Task<Facts> Aggregates(Database database)
    {
        var container = database.GetContainer("query");
        var facts = new Facts();
        foreach (var name in new[] { "AVG", "MIN", "MAX", "SUM", "COUNT" })
        {
            var text = "SELECT VALUE " + name + "(c.n) FROM c";
            facts[name] = (await Rows<double>(container, text)).Concat(await Rows<double>(container, text, "key1"));
        }
        const string Several = "AVG(c.n) AS mean, MIN(c.n) AS least, MAX(c.n) AS most, SUM(c.n) AS total, COUNT(1) AS count";
        facts["several"] = Figures(await Rows<Means>(container, "SELECT " + Several + " FROM c"));
        var groups = await Rows<Means>(container, "SELECT c.colour, " + Several + " FROM c GROUP BY c.colour");
        facts["groups"] = Figures(groups.OrderBy(group => group.colour, StringComparer.Ordinal));
        facts["none"] = await Rows<double>(container, "SELECT VALUE MAX(c.none) FROM c");
        return facts;
    }

    static IEnumerable<object> Figures(IEnumerable<Means> rows)
    {
        return rows.Select(row => new object[] { row.mean, row.least, row.most, row.total, row.count });
    }

    static async Task<Facts> Linq(Database database)
    {
        var container = database.GetContainer("query");
        IQueryable<Item> items = container.GetItemLinqQueryable<Item>();
        var found = new List<int>();
        var pages = items.Where(item => item.colour == "red" && item.n > 30)
            .OrderByDescending(item => item.n).Select(item => item.n).Take(3).ToFeedIterator();
        while (pages.HasMoreResults) found.AddRange(await pages.ReadNextAsync());
        return new Facts
        {
            { "most", (await items.Select(item => item.n).MaxAsync()).Resource },
            { "least", (await items.Select(item => item.n).MinAsync()).Resource },
            { "mean", (await items.Select(item => item.n).AverageAsync()).Resource },
            { "sum", (await items.Select(item => item.n).SumAsync()).Resource },
            { "count", (await items.Where(item => item.n >= 10).CountAsync()).Resource },
            { "found", found },
        };
    }

    /// The change feed processor, whose leases are items of another container, and how far it is behind.
    static async Task<Facts> Processor(Database database)
    {
        var container = database.GetContainer("changes");
        Container leases = await database.CreateContainerAsync(new ContainerProperties("leases", "/id"));
        var seen = new List<int>();
        var isDone = new TaskCompletionSource<bool>();
        Container.ChangesHandler<Item> take = (changes, cancellation) =>
        {
            lock (seen)
            {
                seen.AddRange(changes.Select(item => item.n));
                if (seen.Count >= 120) isDone.TrySetResult(true);
            }
            return Task.CompletedTask;
        };
        var processor = container.GetChangeFeedProcessorBuilder("reader", take)
            .WithInstanceName("one").WithLeaseContainer(leases)
            .WithStartTime(DateTime.MinValue.ToUniversalTime())
            .WithPollInterval(TimeSpan.FromMilliseconds(100)).Build();
        await processor.StartAsync();
        await Task.WhenAny(isDone.Task, Task.Delay(TimeSpan.FromMinutes(1)));
        await processor.StopAsync();
        await Fill(container, 120, 125, 1);
        long behind = 0;
        var estimates = container.GetChangeFeedEstimator("reader", leases).GetCurrentStateIterator();
        while (estimates.HasMoreResults) behind += (await estimates.ReadNextAsync()).Sum(state => state.EstimatedLag);
        return new Facts { { "seen", Sorted(seen.Distinct().ToList()) }, { "behind", behind } };
    }

    static string Ask(string what, string container)
    {
        Console.WriteLine(Json(new Facts { { "ask", what }, { "container", container } }));
        return Console.ReadLine();
    }

    static List<T> Sorted<T>(List<T> list)
    {
        list.Sort();
        return list;
    }

    static string Json(object value)
    {
        var text = value as string;
        if (text != null) return Quoted(text);
        var facts = value as Facts;
        if (facts != null) return "{" + string.Join(",", facts.Select(fact => Quoted(fact.Key) + ":" + Json(fact.Value))) + "}";
        var list = value as IEnumerable;
        if (list != null) return "[" + string.Join(",", list.Cast<object>().Select(Json)) + "]";
        return Convert.ToString(value, CultureInfo.InvariantCulture);
    }

    static string Quoted(string text)
    {
        return "\"" + string.Concat(text.Select(each =>
            each == '"' || each == '\\' ? "\\" + each : each < ' ' ? "\\u" + ((int)each).ToString("x4") : "" + each)) + "\"";
    }
}
